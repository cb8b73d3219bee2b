// SPDX-License-Identifier: Apache-2.0
import BuggyCallService
import CallKit
import CallKitTesting
import Foundation
import Testing

/// A bug, what brings it to light, and what the phone says of it.
struct Trap: Sendable, CustomTestStringConvertible {
    let bug: PlantedBug
    /// The number of the rule that it breaks.
    let number: String
    /// What the message says besides.
    let words: [String]
    /// What happens to the app; nothing is wrong with it where the app has no bug.
    let story: @Sendable (Patient) async throws -> Void

    var testDescription: String { bug.rawValue }

    static let all = pushes + actions + calls
}

extension Trap {
    fileprivate static let pushes = [
        Trap(
            bug: .pushNotReported, number: "B121",
            words: ["a call must be reported before", "call reportNewIncomingCall in that method"]
        ) { app in
            app.phone.push(to: app.app, ["nonsense": true])
            try await app.phone.settle()
        },
        Trap(
            bug: .tokenPrinted, number: "B117",
            words: ["a server wants them in hexadecimal", "String(format: \"%02x\", $0)"]
        ) { app in
            try await app.phone.settle()
            let token = try #require(await app.server.token)
            app.phone.push(toToken: token, ["call": UUID().uuidString, "caller": "+491"])
            try await app.phone.settle()
            app.phone.user.decline()
            try await app.phone.settle()
        },
        Trap(
            bug: .providerForEachPush, number: "B5",
            words: ["made another provider while a push was being handled", "keep one provider"]
        ) { app in
            try await app.ring()
            app.phone.user.decline()
            try await app.phone.settle()
        },
        Trap(
            bug: .goesOnAfterRefusal, number: "B15",
            words: ["whose report had been refused", "drop the call"]
        ) { app in
            app.phone.user.block(CXHandle(type: .phoneNumber, value: "+491111111"))
            let call = try await app.ring()
            try await app.tap { $0.setMuted(call, true) }
        },
    ]

    fileprivate static let actions = [
        Trap(
            bug: .answerNeverCompleted, number: "B37",
            words: ["left Answer neither fulfilled nor failed", "complete it on every path"]
        ) { app in
            try await app.ring()
            app.phone.user.answer()
            try await app.phone.advance(by: .seconds(61))
            app.phone.user.end()
            try await app.phone.settle()
        },
        Trap(
            bug: .completedTwice, number: "B39",
            words: ["an action is completed once", "fulfil or fail in one place only"]
        ) { app in
            try await app.ring()
            app.phone.user.answer()
            try await app.phone.settle()
            app.phone.user.mute()
            try await app.phone.settle()
            app.phone.user.end()
            try await app.phone.settle()
        },
        Trap(
            bug: .muteForEachMute, number: "B47",
            words: ["requested a mute each time one was performed", "compare with the state"]
        ) { app in
            try await app.ring()
            app.phone.user.answer()
            try await app.phone.settle()
            app.phone.user.mute()
            // The app never comes to rest, which `settle` says by an error.
            try? await app.phone.settle()
            app.phone.user.end()
            try? await app.phone.settle()
        },
        Trap(
            bug: .audioActivatedByHand, number: "B68",
            words: ["activated its audio session before the system did", "didActivate"]
        ) { app in
            try await app.ring()
            app.phone.user.answer()
            try await app.phone.settle()
            app.phone.user.end()
            try await app.phone.settle()
        },
    ]

    fileprivate static let calls = [
        Trap(
            bug: .endsUnderFreshUUID, number: "B104",
            words: ["an end of a call that was never reported", "leaves the screen ringing"]
        ) { app in
            let call = try await app.ring()
            try await app.hears(.hungUp(call))
            // With the bug it rings on, so the user has to decline.
            app.phone.user.decline()
            try await app.phone.settle()
        },
        Trap(
            bug: .neverConnected, number: "B34",
            words: ["never said that the call was connected", "report it when the other side"]
        ) { app in
            let call = try await app.tap { $0.start("+492222222") }
            try await app.hears(.ringing(call))
            try await app.hears(.connected(call))
            try await app.phone.advance(by: .seconds(90))
            app.phone.user.end()
            try await app.phone.settle()
        },
        Trap(
            bug: .neverEnded, number: "B13",
            words: ["left a call open", "report every end, on every path"]
        ) { app in
            let call = try await app.ring()
            app.phone.user.answer()
            try await app.phone.settle()
            try await app.hears(.hungUp(call))
        },
    ]
}
