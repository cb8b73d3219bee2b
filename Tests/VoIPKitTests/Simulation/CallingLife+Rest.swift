// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Synchronization
import Testing
import VoIPKit

extension CallingLife {
    /// Ends all that goes on, and holds that nothing is left.
    func rest() async throws {
        phone.user.doNotDisturb(.off)
        phone.user.unlock()
        // Pushes on their way.
        try await phone.advance(by: .seconds(5))
        for _ in 0..<20 where !phone.calls.isEmpty {
            endCellular()
            for call in phone.calls where call.app == TestApp.bundle { phone.user.end(call.id) }
            try await phone.advance(by: .seconds(6))
        }
        try await phone.advance(by: .seconds(70))
        try await within { $0.service.letGo() }
        try await phone.settle()
        #expect(phone.calls.isEmpty, place)
        #expect(phone.audio.activeApp == nil, place)
        let violations = phone.violations
        #expect(violations.isEmpty, "\(violations)\n\(place)")
        #expect(app.terminations.isEmpty, place)
        if app.isRunning { try await app.object(RunningApp.self).app.catchUp(on: phone) }
        let place = place
        try await within { app in #expect(app.remains == [], place) }
    }

    var place: Comment {
        let lines = phone.timeline.text.split(separator: "\n").suffix(250)
        return "seed \(seed), the end of its timeline:\n\(lines.joined(separator: "\n"))"
    }
}
