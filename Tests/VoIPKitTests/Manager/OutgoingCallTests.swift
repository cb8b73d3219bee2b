// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Outgoing calls through the manager", .phone(.iOS(18), failing: .violations))
struct OutgoingCallTests {
    private let call = UUID()
    private let other = UUID()

    @Test("a call is started, rings, is connected and is ended by the app")
    func life() async throws {
        let device = try await CallDevice()
        try await device.ask { manager in
            let made = try await manager.start(
                CallHandle(.phoneNumber, "+4930123456"), name: "Ann", id: call)
            #expect(made.id == call)
            #expect(made.state == .connecting)
            #expect(made.name == "Ann")
        }
        #expect(device.phone.calls.first?.callerName == "Ann")
        #expect(device.phone.calls.first?.isConnected == false)
        try await device.report(.startedConnecting(nil), of: call)
        try await device.report(.connected(nil), of: call)
        #expect(device.phone.calls.first?.isConnected == true)
        try await device.expectState(.active, of: call)
        try await device.expectHeard(call)
        try await device.ask { try await $0.end(call) }
        try await device.expectOutcomes(nil, nil)
        try await device.expectLog("start", "startMedia", "stopMedia", "hangUp")
        try await device.expectStates(.connecting, .active, .ended(.local), of: call)
        try await device.checkEnd()
    }

    @Test("the other side ends it") func remoteEnd() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.report(.ended(.remote, nil), of: call)
        try await device.expectLog("start", "startMedia", "stopMedia")
        #expect(device.phone.recents.first?.connected != nil)
        try await device.checkEnd()
    }

    @Test("the person ends it on the system's screen") func personEnds() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        device.phone.user.end()
        try await device.phone.settle()
        try await device.expectLog("start", "startMedia", "stopMedia", "hangUp")
        try await device.expectStates(.connecting, .active, .ended(.local), of: call)
        try await device.checkEnd()
    }

    @Test("B42: a service that throws fails the call, and whoever asked gets its words")
    func failing() async throws {
        let device = try await CallDevice()
        try await device.behave(.start, .fails)
        try await device.start(call)
        try await device.expectOutcomes(.service("the service refused"))
        try await device.expectStates(.connecting, .ended(.failed), of: call)
        try await device.expectLog("start")
        try await device.checkEnd()
    }

    @Test("B33: what the service tells before it has started is reported after")
    func earlyConnection() async throws {
        let device = try await CallDevice()
        try await device.run { app in
            app.service.behaviours[.start] = .slow(5)
            app.service.onAsked = { request in
                guard request.method == .start else { return }
                app.manager.report(.startedConnecting(nil), of: request.call.id)
                app.manager.report(.connected(nil), of: request.call.id)
            }
        }
        try await device.start(call)
        #expect(device.phone.calls.first?.isConnected == false)
        try await device.phone.advance(by: .seconds(6))
        #expect(device.phone.calls.first?.isConnected == true)
        try await device.expectOutcomes(nil)
        try await device.report(.ended(.remote, nil), of: call)
        try await device.checkEnd()
    }

    @Test(
        "B35, B37: a start that never ends is given up before its deadline, the other side told",
        arguments: [TestService.Behaviour.never, .deaf])
    func neverStarted(behaviour: TestService.Behaviour) async throws {
        let device = try await CallDevice()
        try await device.behave(.start, behaviour)
        try await device.start(call)
        try await device.phone.advance(by: .seconds(598.5))
        try await device.expectWaiting(1)
        try await device.phone.advance(by: .seconds(1))
        try await device.expectOutcomes(.timedOut)
        try await device.expectLog("start", "hangUp")
        // Nobody waits for it, though it has not returned: what comes of it now is nobody's.
        let isIdle = try await device.read { $0.manager.isIdle }
        #expect(isIdle)
        try await device.run { $0.service.letGo() }
        try await device.phone.advance(by: .seconds(10))
        try await device.expectLog("start", "hangUp")
        try await device.checkEnd()
    }

    @Test("a call is ended while it is being started") func endWhileStarting() async throws {
        let device = try await CallDevice()
        try await device.behave(.start, .never)
        try await device.start(call)
        try await device.ask { try await $0.end(call) }
        try await device.expectOutcomes(nil, .cancelled)
        try await device.expectLog("start", "hangUp")
        try await device.expectStates(.connecting, .ended(.local), of: call)
        try await device.checkEnd()
    }

    @Test("B55: more calls than the configuration allows are refused as such")
    func limits() async throws {
        var configuration = CallConfiguration.test
        configuration.maximumCallGroups = 1
        let device = try await CallDevice(.current, configuration)
        try await device.connect(call)
        try await device.start(other)
        try await device.expectOutcomes(nil, .tooManyCalls)
        try await device.expectState(nil, of: other)
        try await device.ask { try await $0.end(call) }
        // Nothing of the refused one is left: it can be started now.
        try await device.start(other)
        try await device.expectOutcomes(nil, .tooManyCalls, nil, nil)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("B53: the identifier of a living call cannot be started again")
    func sameIdentifier() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.start(call)
        try await device.expectOutcomes(nil, .callExists)
        try await device.expectState(.active, of: call)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("two starts at once are both performed") func twoStarts() async throws {
        let device = try await CallDevice()
        try await device.run { app in
            for (call, value) in [(call, "ann"), (other, "bob")] {
                app.ask { try await $0.start(CallHandle(.generic, value), id: call) }
            }
        }
        try await device.expectOutcomes(nil, nil)
        try await device.report(.connected(nil), of: call)
        try await device.report(.ended(.unanswered, nil), of: other)
        #expect(device.phone.calls.map(\.id) == [call])
        try await device.expectStates(.connecting, .ended(.unanswered), of: other)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("B43: a call that is heard is put on hold before another is started")
    func secondStart() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.connect(other, to: "bob")
        try await device.expectState(.held, of: call)
        try await device.expectState(.active, of: other)
        try await device.expectHeard(other)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("whoever stops waiting is told so, and the call goes on")
    func cancelledWaiting() async throws {
        let device = try await CallDevice()
        try await device.behave(.start, .slow(3))
        let task = try await device.run { app in
            Task { try await app.manager.start(CallHandle(.generic, "ann"), id: call).id }
        }
        task.cancel()
        await #expect(throws: CallError.cancelled) { try await task.value }
        try await device.phone.advance(by: .seconds(4))
        try await device.expectState(.connecting, of: call)
        // Who is cancelled before asking asks for nothing.
        let late = try await device.run { app in
            let task = Task { try await app.manager.end(call) }
            task.cancel()
            return task
        }
        await #expect(throws: CallError.cancelled) { try await late.value }
        try await device.phone.settle()
        try await device.expectState(.connecting, of: call)
        try await device.endAll()
        try await device.checkEnd()
    }
}
