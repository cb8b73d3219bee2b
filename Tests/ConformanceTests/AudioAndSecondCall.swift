// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Audio and a second call: B68, B69, B81") struct AudioAndSecondCall {
    private let first = UUID()
    private let second = UUID()

    @Test(
        "B68: audio may start in didActivate and stops in didDeactivate, strictly in turn",
        arguments: Link.allCases)
    func b68(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        for id in [first, second] {
            app.report(id)
            try await phone.settle()
            try await phone.act(.answer(nil))
            try await phone.act(.end(nil))
        }
        #expect(
            app.events.filter { $0.hasPrefix("did") }
                == ["didActivate", "didDeactivate", "didActivate", "didDeactivate"])
    }

    @Test("B69: without a fulfilled answer the session is not activated", arguments: Link.allCases)
    func b69(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { RecordingApp() }
        app.fulfils = false
        app.report(first)
        try await phone.settle()
        try await phone.act(.answer(nil))
        try await phone.advance(by: .seconds(30))
        #expect(!app.events.contains("didActivate"))
        app.complete { $0.fulfill() }
        try await phone.settle()
        #expect(app.events.last == "didActivate")
    }

    @Test(
        "B81: End & Accept performs End on the active call, then Answer", arguments: Link.allCases)
    func b81End(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await connectedWithSecondRinging(phone)
        try await phone.act(.endAndAnswer(nil))
        #expect(app.events.filter { $0.hasPrefix("perform") } == ["perform End", "perform Answer"])
        #expect(phone.callSummaries.map(\.state) == [.connected])
    }

    @Test(
        "B81: Hold & Accept performs SetHeld on the active call, then Answer",
        arguments: Link.allCases)
    func b81Hold(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await connectedWithSecondRinging(phone)
        try await phone.act(.holdAndAnswer(nil))
        #expect(
            app.events.filter { $0.hasPrefix("perform") } == [
                "perform SetHeld true", "perform Answer",
            ])
        #expect(phone.callSummaries.map(\.state) == [.held, .connected])
    }

    private func connectedWithSecondRinging(_ phone: SimulatedPhone) async throws -> RecordingApp {
        let app = try await phone.run { RecordingApp() }
        app.report(first)
        try await phone.settle()
        try await phone.act(.answer(nil))
        app.report(second)
        try await phone.settle()
        _ = app.takeEvents()
        return app
    }
}
