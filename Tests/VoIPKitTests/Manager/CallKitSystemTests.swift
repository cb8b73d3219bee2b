// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("CallKit as a call system", .phone(.iOS(18)))
struct CallKitSystemTests {
    private let phone = SimulatedPhone.current
    private let call = UUID()

    private func launch() -> SimulatedApp {
        phone.launch("com.example.hotline") { SystemProbe() }
    }

    @Test("what is asked for comes back under the identifier that it was asked under")
    func identifiers() async throws {
        let app = launch()
        let handle = CallHandle(.emailAddress, "ann@example.com")
        let asked = CallAction(
            id: UUID(), call: call, kind: .start(handle, name: "Ann", hasVideo: true))
        try await app.run(with: SystemProbe.self) { $0.request(asked) }
        try await phone.settle()
        let (performed, answers) = try await app.run(with: SystemProbe.self) {
            ($0.performed, $0.answers)
        }
        #expect(answers == [nil])
        #expect(performed.map(\.id) == [asked.id])
        #expect(performed.first?.kind == asked.kind)
        // B35: 600 s for a start.
        #expect(performed.first?.deadline == phone.now.addingTimeInterval(600))
        try await app.run(with: SystemProbe.self) { $0.system.fail(asked.id) }
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("what the system begins comes under the action's own identifier, once completed")
    func personAnswers() async throws {
        let app = launch()
        let ringing = Call.ringing(call, name: "Ann")
        try await app.run(with: SystemProbe.self) { $0.report(ringing) }
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Ann")
        phone.user.answer()
        try await phone.settle()
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.answers == [nil])
            #expect(probe.performed.map(\.kind) == [.answer])
            #expect(probe.performed.map(\.call) == [call])
            probe.system.fulfill(probe.performed[0].id, at: nil)
            // Once complete, another completion is of no effect (B39).
            probe.system.fail(probe.performed[0].id)
        }
        try await phone.settle()
        #expect(phone.calls.first?.isConnected == true)
        phone.user.end()
        try await phone.settle()
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.words == ["perform", "activated", "perform"])
            probe.system.fulfill(probe.performed[1].id, at: nil)
        }
        try await phone.settle()
        #expect(try await app.run(with: SystemProbe.self) { $0.words.last } == "deactivated")
        #expect(phone.calls.isEmpty)
        #expect(phone.violations.isEmpty)
    }

    @Test("all kinds of action go to CallKit and come back as they were")
    func kinds() async throws {
        var configuration = CallConfiguration()
        configuration.maximumCallsPerCallGroup = 5
        let app = phone.launch("com.example.hotline") { [configuration] in
            SystemProbe(configuration)
        }
        let other = UUID()
        for id in [call, other] {
            try await app.run(with: SystemProbe.self) { probe in
                let handle = CallHandle(.generic, "ann")
                probe.request(
                    CallAction(
                        id: UUID(), call: id, kind: .start(handle, name: nil, hasVideo: false)))
            }
            try await phone.settle()
            try await app.run(with: SystemProbe.self) { probe in
                probe.performed.last.map { probe.system.fulfill($0.id, at: nil) }
                probe.system.reportConnected(id, at: nil)
            }
            try await phone.settle()
        }
        let kinds: [CallAction.Kind] = [
            .setHeld(true), .setHeld(false), .setMuted(true), .setMuted(false),
            .play(CallDigits("1")), .play(CallDigits("2", kind: .softPause)),
            .play(CallDigits("3", kind: .hardPause)), .setGroup(with: other),
            .setGroup(with: nil), .end,
        ]
        for kind in kinds {
            let action = CallAction(id: UUID(), call: call, kind: kind)
            try await app.run(with: SystemProbe.self) { $0.request(action) }
            try await phone.settle()
            let last = try await app.run(with: SystemProbe.self) { probe in
                probe.system.fulfill(action.id, at: nil)
                return probe.performed.last
            }
            #expect(last?.id == action.id)
            #expect(last?.kind == kind)
            #expect(last?.call == call)
            try await phone.settle()
        }
        try await app.run(with: SystemProbe.self) {
            $0.system.reportEnded(other, at: nil, reason: .remote)
        }
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("kinds that the system begins are read from the action itself")
    func systemKinds() {
        let handle = CXHandle(type: .phoneNumber, value: "+4930123456")
        let start = CXStartCallAction(call: call, handle: handle)
        start.isVideo = true
        let number = CallHandle(.phoneNumber, "+4930123456")
        #expect(start.systemKind == .start(number, name: nil, hasVideo: true))
        let held = CXSetHeldCallAction(call: call, onHold: true)
        #expect(held.systemKind == .setHeld(true))
        let muted = CXSetMutedCallAction(call: call, muted: false)
        #expect(muted.systemKind == .setMuted(false))
        let group = CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil)
        #expect(group.systemKind == .setGroup(with: nil))
        let digits = CXPlayDTMFCallAction(call: call, digits: "5", type: .hardPause)
        #expect(digits.systemKind == .play(CallDigits("5", kind: .hardPause)))
        #expect(CXCallAction(call: call).systemKind == nil)
    }

    @Test("a refused request leaves nothing behind, and may be asked again")
    func refusedRequest() async throws {
        let app = launch()
        let action = CallAction(id: UUID(), call: call, kind: .setMuted(true))
        for _ in 1...2 {
            try await app.run(with: SystemProbe.self) { $0.request(action) }
            try await phone.settle()
        }
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.answers == [.unknownCall, .unknownCall])
            #expect(probe.performed.isEmpty)
            #expect(probe.system.hasNothingOpen)
        }
    }

    @Test("B37: an action that timed out is told under its identifier, and completed no more")
    func timeOut() async throws {
        let app = launch()
        let action = CallAction(
            id: UUID(), call: call,
            kind: .start(CallHandle(.generic, "ann"), name: nil, hasVideo: false))
        try await app.run(with: SystemProbe.self) { $0.request(action) }
        try await phone.advance(by: .seconds(601))
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.timedOut == [action.id])
            probe.system.fulfill(action.id, at: nil)
            #expect(probe.system.hasNothingOpen)
        }
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("B9: a reset forgets the actions, and no report from before it is answered after it")
    func reset() async throws {
        phone.faults.reportCompletionsLate = .seconds(2) ... .seconds(2)
        let app = launch()
        let action = CallAction(
            id: UUID(), call: call,
            kind: .start(CallHandle(.generic, "ann"), name: nil, hasVideo: false))
        let ringing = Call.ringing()
        try await app.run(with: SystemProbe.self) {
            $0.request(action)
            $0.report(ringing)
        }
        try await phone.settle()
        phone.restartCallService()
        try await phone.advance(by: .seconds(5))
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.words == ["perform", "reset"])
            #expect(probe.answers == [nil])
            #expect(probe.system.hasNothingOpen)
        }
    }

    @Test("B11: a rebuilt system works, and hears nothing of what was before")
    func rebuilt() async throws {
        let app = launch()
        let action = CallAction(
            id: UUID(), call: call,
            kind: .start(CallHandle(.generic, "ann"), name: nil, hasVideo: false))
        try await app.run(with: SystemProbe.self) { probe in
            probe.system.rebuild()
            probe.request(action)
        }
        try await phone.settle()
        try await app.run(with: SystemProbe.self) { probe in
            #expect(probe.answers == [nil])
            #expect(probe.performed.map(\.id) == [action.id])
            probe.system.fulfill(action.id, at: nil)
        }
        try await phone.settle()
        #expect(phone.calls.map(\.id) == [call])
        try await app.run(with: SystemProbe.self) { $0.system.invalidate() }
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("B101: each flag is said with each report")
    func features() {
        let ringing = Call.ringing(name: "Ann")
        let none = CXCallUpdate.make(ringing, features: [])
        #expect(!none.supportsHolding && !none.supportsDTMF)
        #expect(!none.supportsGrouping && !none.supportsUngrouping)
        #expect(none.localizedCallerName == "Ann")
        #expect(none.remoteHandle?.value == "+4930123456")
        #expect(none.remoteHandle?.type == .phoneNumber)
        let all = CXCallUpdate.make(
            ringing, features: [.holding, .grouping, .ungrouping, .digits])
        #expect(all.supportsHolding && all.supportsDTMF)
        #expect(all.supportsGrouping && all.supportsUngrouping)
    }

    @Test("the configuration reaches the provider, with a name only where the system wants one")
    func configuration() {
        var configuration = CallConfiguration()
        configuration.maximumCallGroups = 3
        configuration.maximumCallsPerCallGroup = 4
        configuration.supportsVideo = true
        configuration.handleKinds = [.emailAddress, .generic]
        configuration.includesCallsInRecents = false
        configuration.ringtoneSound = "ring.caf"
        configuration.iconTemplateImageData = Data([1, 2])
        for isNamed in [false, true] {
            let made = CXProviderConfiguration.make(configuration, isNamed: isNamed)
            #expect(made.maximumCallGroups == 3)
            #expect(made.maximumCallsPerCallGroup == 4)
            #expect(made.supportsVideo)
            #expect(made.supportedHandleTypes == [.emailAddress, .generic])
            #expect(!made.includesCallsInRecents)
            #expect(made.ringtoneSound == "ring.caf")
            #expect(made.iconTemplateImageData == Data([1, 2]))
        }
    }

    @Test(
        "each end that can be reported has its reason",
        arguments: [
            (CallEndReason.remote, CXCallEndedReason.remoteEnded), (.failed, .failed),
            (.unanswered, .unanswered), (.answeredElsewhere, .answeredElsewhere),
            (.declinedElsewhere, .declinedElsewhere),
        ])
    func reasons(reason: CallEndReason, expected: CXCallEndedReason) {
        #expect(CXCallEndedReason.make(reason) == expected)
    }
}
