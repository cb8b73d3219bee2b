// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Incoming calls through the manager", .phone(.iOS(18), failing: .violations))
struct IncomingCallTests {
    private let call = UUID()

    /// What reports came to.
    @MainActor private final class Answers {
        var values: [(number: Int, error: CallError?)] = []

        nonisolated init() {}
    }

    @Test("a call rings, the person answers it, and the other side ends it")
    func life() async throws {
        let device = try await CallDevice()
        try await device.ring(call, name: "Ann")
        try await device.expectOutcomes(nil)
        #expect(device.phone.screen.ringing?.callerName == "Ann")
        device.phone.user.answer()
        try await device.phone.settle()
        #expect(device.phone.calls.first?.isConnected == true)
        try await device.expectHeard(call)
        try await device.report(.ended(.remote, nil), of: call)
        try await device.expectLog("ring", "accept", "startMedia", "stopMedia")
        try await device.expectStates(
            .ringing, .connecting, .active, .ended(.remote), of: call)
        try await device.checkEnd()
    }

    @Test("the app answers and ends by its own buttons") func appAnswers() async throws {
        let device = try await CallDevice()
        try await device.ring(call)
        try await device.ask { try await $0.answer(call) }
        #expect(device.phone.calls.first?.isConnected == true)
        // It is answered already: no second action (B47).
        try await device.ask { try await $0.answer(call) }
        try await device.ask { try await $0.end(call) }
        try await device.expectOutcomes(nil, nil, nil, nil)
        try await device.expectLog("ring", "accept", "startMedia", "stopMedia", "hangUp")
        try await device.checkEnd()
    }

    @Test("B20: the person declines it, and the service tells the caller")
    func declined() async throws {
        let device = try await CallDevice()
        try await device.ring(call)
        device.phone.user.decline()
        try await device.phone.settle()
        try await device.expectLog("ring", "hangUp")
        try await device.expectStates(.ringing, .ended(.local), of: call)
        try await device.checkEnd()
    }

    @Test("B22: the caller gives up while it rings") func givenUp() async throws {
        let device = try await CallDevice()
        try await device.ring(call)
        try await device.report(.ended(.remote, nil), of: call)
        #expect(device.phone.screen.ringing == nil)
        try await device.expectLog("ring")
        try await device.checkEnd()
    }

    @Test("the end that overtakes its report ends it as soon as it is reported")
    func overtaken() async throws {
        let device = try await CallDevice()
        try await device.report(.ended(.answeredElsewhere, nil), of: call)
        try await device.ring(call)
        #expect(device.phone.ringer.isEmpty)
        try await device.expectLog()
        let changes = try await device.read { $0.changes }
        #expect(changes.isEmpty)
        #expect(device.phone.recents.map(\.outcome) == [.answeredElsewhere])
        try await device.checkEnd()
    }

    @Test("B61: a call that is known is reported again, which harms nothing")
    func doubled() async throws {
        let device = try await CallDevice()
        try await device.ringAndAnswer(call)
        try await device.ring(call)
        try await device.expectOutcomes(nil, .callExists)
        try await device.expectState(.active, of: call)
        try await device.expectLog("ring", "accept", "startMedia")
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("both reports of one call are answered, each with its own answer, in order")
    func doubledAtOnce() async throws {
        let device = try await CallDevice()
        let incoming = IncomingCall(id: call, handle: nil)
        let answers = Answers()
        try await device.run { app in
            for number in 1...2 {
                app.manager.reportIncoming(incoming) { answers.values.append((number, $0)) }
            }
        }
        let values = await answers.values
        #expect(values.map(\.number) == [1, 2])
        #expect(values.map(\.error) == [nil, .callExists])
        device.phone.user.decline()
        try await device.phone.settle()
        try await device.checkEnd()
    }

    @Test("B62: Do Not Disturb refuses it, and the caller is told that nobody was rung")
    func doNotDisturb() async throws {
        let device = try await CallDevice()
        device.phone.user.doNotDisturb(.on)
        try await device.ring(call)
        try await device.expectOutcomes(.doNotDisturb)
        try await device.expectLog("hangUp")
        let changes = try await device.read { $0.changes }
        #expect(changes.isEmpty)
        try await device.checkEnd()
    }

    @Test("B64: a blocked caller is refused as such") func blocked() async throws {
        let device = try await CallDevice()
        device.phone.user.block(CXHandle(type: .phoneNumber, value: "+4930123456"))
        try await device.ring(call)
        try await device.expectOutcomes(.blocked)
        try await device.expectLog("hangUp")
        try await device.checkEnd()
    }

    @Test("B42: a service that cannot accept fails the call, and need not be told")
    func failing() async throws {
        let device = try await CallDevice()
        try await device.behave(.accept, .fails)
        try await device.ring(call)
        try await device.ask { try await $0.answer(call) }
        try await device.expectOutcomes(nil, .service("the service refused"))
        try await device.expectLog("ring", "accept")
        try await device.expectStates(
            .ringing, .connecting, .ended(.failed), of: call)
        try await device.checkEnd()
    }

    @Test(
        "B35: an accept that never ends fails the answer before the system does",
        arguments: [TestService.Behaviour.never, .deaf])
    func neverAccepted(behaviour: TestService.Behaviour) async throws {
        let device = try await CallDevice()
        try await device.behave(.accept, behaviour)
        try await device.ringAndAnswer(call)
        try await device.phone.advance(by: .seconds(58.5))
        try await device.expectState(.connecting, of: call)
        try await device.phone.advance(by: .seconds(1))
        try await device.expectState(nil, of: call)
        try await device.expectLog("ring", "accept", "hangUp")
        try await device.run { $0.service.letGo() }
        try await device.phone.advance(by: .seconds(60))
        try await device.expectLog("ring", "accept", "hangUp")
        try await device.checkEnd()
    }

    @Test("the person hangs up while it is being accepted") func endWhileAccepting() async throws {
        let device = try await CallDevice()
        try await device.behave(.accept, .never)
        try await device.ringAndAnswer(call)
        device.phone.user.end()
        try await device.phone.settle()
        try await device.expectLog("ring", "accept", "hangUp")
        try await device.expectStates(
            .ringing, .connecting, .ended(.local), of: call)
        try await device.checkEnd()
    }

    @Test("the caller gives up while it is being accepted") func remoteEndWhileAccepting()
        async throws
    {
        let device = try await CallDevice()
        try await device.behave(.accept, .never)
        try await device.ring(call)
        try await device.ask { try await $0.answer(call) }
        try await device.report(.ended(.remote, nil), of: call)
        try await device.expectOutcomes(nil, .cancelled)
        try await device.expectLog("ring", "accept")
        try await device.checkEnd()
    }

    @Test(
        "a hang-up that never ends keeps no call on the screen",
        arguments: [
            TestService.Behaviour.never, .deaf, .fails, .slow(30),
        ])
    func hangUpBehaviours(behaviour: TestService.Behaviour) async throws {
        let device = try await CallDevice()
        try await device.behave(.hangUp, behaviour)
        try await device.ringAndAnswer(call)
        try await device.ask { try await $0.end(call) }
        try await device.expectState(nil, of: call)
        try await device.phone.advance(by: .seconds(5))
        try await device.expectOutcomes(nil, nil)
        #expect(device.phone.calls.isEmpty)
        try await device.run { $0.service.letGo() }
        try await device.phone.advance(by: .seconds(60))
        try await device.checkEnd()
    }

    @Test("a name that comes later is shown (B103)") func updated() async throws {
        let device = try await CallDevice()
        try await device.ring(call)
        try await device.report(.updated(handle: nil, name: "Ann", hasVideo: true), of: call)
        #expect(device.phone.screen.ringing?.callerName == "Ann")
        #expect(device.phone.screen.ringing?.isVideo == true)
        #expect(device.phone.screen.ringing?.handle?.value == "+4930123456")
        device.phone.user.decline()
        try await device.phone.settle()
        try await device.checkEnd()
    }
}
