// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The core: calls that go out, requests, resets") struct OutgoingCoreTests {
    @Test("a Start says all of the call, prepares audio, and asks the service (B68, B101)")
    func start() {
        var rig = CoreRig()
        let (id, effects) = rig.perform(CoreRig.start, one)
        guard let call = rig.call(one) else {
            Issue.record("no call")
            return
        }
        #expect(call.state == .connecting)
        #expect(
            effects == [
                .remember(call: one), .changed(.added(call)), .reportUpdate(call),
                .arm(id, rig.now + 599), .prepareAudio(hasVideo: false),
                .serve(id, .start(call, deadline: rig.now + 600)),
            ])
    }

    @Test("progress before the Start is fulfilled is told after it, in order (B33)")
    func earlyProgress() {
        var rig = CoreRig()
        let start = rig.dial(one)
        #expect(rig.give(.progress(call: one, .startedConnecting(nil))).isEmpty)
        let began = rig.now
        rig.now += 1
        #expect(rig.give(.progress(call: one, .connected(nil))).isEmpty)
        let effects = rig.give(.served(start, nil))
        #expect(
            effects.bare == [
                .fulfill(action: start, nil), .reportStartedConnecting(call: one, began),
                .reportConnected(call: one, rig.now),
            ])
        #expect(rig.call(one)?.state == .active)
    }

    @Test("the ringback sounds from ringing to connection") func ringback() {
        var rig = CoreRig()
        let start = rig.dial(one)
        #expect(!rig.give(.served(start, nil)).contains(.ringback(isOn: true)))
        let rings = rig.give(.progress(call: one, .startedConnecting(nil)))
        #expect(rings.contains(.ringback(isOn: true)))
        let connected = rig.give(.progress(call: one, .connected(nil)))
        #expect(connected.contains(.ringback(isOn: false)))
        #expect(rig.give(.progress(call: one, .connected(nil))).isEmpty, "told twice")
    }

    @Test("a call on hold that is connected stays on hold") func connectedOnHold() {
        var rig = CoreRig()
        rig.give(.served(rig.dial(one), nil))
        let hold = rig.perform(.setHeld(true), one)
        rig.give(.served(hold.id, nil))
        #expect(rig.call(one)?.state == .connecting)
        rig.give(.progress(call: one, .connected(nil)))
        #expect(rig.call(one)?.state == .held)
    }

    @Test("a request is answered when its action is performed, not when it is accepted (B46)")
    func requested() {
        var rig = CoreRig()
        let (action, effects) = rig.request(CoreRig.start, one)
        #expect(effects == [.arm(action.id, rig.now + 10), .request([action])])
        #expect(rig.give(.requestAnswered([action.id], nil)).isEmpty)
        rig.give(.perform(action))
        let done = rig.give(.served(action.id, nil))
        #expect(done.contains(.answerRequest(action: action.id, nil)))
    }

    @Test("a request for what is so is answered at once, with no transaction (B47)")
    func pingPong() {
        var rig = CoreRig()
        rig.talk(one)
        for kind in [CallAction.Kind.setMuted(false), .setHeld(false), .answer] {
            let (action, effects) = rig.request(kind, one)
            #expect(effects == [.answerRequest(action: action.id, nil)])
        }
        let mute = rig.request(.setMuted(true), one)
        #expect(mute.effects.contains(.request([mute.action])))
        let back = rig.request(.setMuted(false), one)
        #expect(back.effects.contains(.request([back.action])), "the first is under way")
    }

    @Test("a call that is heard is put on hold before another is started or answered (B43)")
    func holdsFirst() {
        var rig = CoreRig()
        rig.talk(one)
        let (action, effects) = rig.request(CoreRig.start, two)
        guard case .request(let actions)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(actions.map(\.kind) == [.setHeld(true), action.kind])
        #expect(actions.map(\.call) == [one, two])
        var plain = CoreRig(features: [])
        plain.talk(one)
        let other = plain.request(CoreRig.start, two)
        #expect(other.effects.last == .request([other.action]))
    }

    @Test("a Start refused for want of room where no call is, is asked for again (B12)")
    func registrationRace() {
        var rig = CoreRig()
        let (action, _) = rig.request(CoreRig.start, one)
        #expect(rig.give(.requestAnswered([action.id], .tooManyCalls)) == [.request([action])])
        rig.refuseUntilGivenUp(action, .tooManyCalls)
    }

    @Test("after a reset a provider that is of no use is made anew, once (B11)") func rebuild() {
        var rig = CoreRig()
        rig.give(.reset)
        let (action, _) = rig.request(CoreRig.start, one)
        let effects = rig.give(.requestAnswered([action.id], .noProvider))
        #expect(effects == [.rebuildSystem, .request([action])])
        rig.refuseUntilGivenUp(action, .noProvider)
    }

    @Test("two Starts at once are two calls; a second of one identifier is refused (B53)")
    func twoStarts() {
        var rig = CoreRig()
        let first = rig.request(CoreRig.start, one).action
        let second = rig.request(CoreRig.start, two).action
        let same = rig.request(CoreRig.start, one)
        #expect(same.effects == [.answerRequest(action: same.action.id, .callExists)])
        rig.give(.perform(first))
        rig.give(.perform(second))
        #expect(rig.core.calls.map(\.id) == [one, two])
        rig.give(.served(second.id, nil))
        rig.give(.served(first.id, .service("busy")))
        #expect(rig.core.calls.map(\.id) == [two])
    }

    @Test("a Start that was given up is failed when it is performed after all") func givenUp() {
        var rig = CoreRig()
        let (action, _) = rig.request(CoreRig.start, one)
        let effects = rig.give(.deadlinePassed(action.id))
        #expect(effects == [.answerRequest(action: action.id, .timedOut)])
        #expect(rig.give(.perform(action)) == [.fail(action: action.id)])
        #expect(rig.core.calls.isEmpty)
    }

    @Test(
        "a Start that was given up takes with it what came in by its identifier: reported afresh",
        arguments: [nil, .doNotDisturb] as [CallError?])
    func givenUpAndCalled(error: CallError?) {
        var rig = CoreRig()
        let (action, _) = rig.request(CoreRig.start, one)
        rig.give(.deadlinePassed(action.id))
        _ = rig.comeIn(one)
        rig.give(.reportAnswered(call: one, .callExists))
        let call = rig.core.calls[0]
        #expect(call.state == .ringing)
        #expect(
            rig.give(.perform(action)) == [.fail(action: action.id), .reportIncoming(call)])
        let effects = rig.give(.reportAnswered(call: one, error))
        if error == nil {
            #expect(effects.isEmpty)
            #expect(rig.core.calls == [call])
        } else {
            #expect(effects.ends.map(\.state) == [.ended(.failed)])
            #expect(effects.tasks.map(\.isHangUp) == [true])
            #expect(rig.core.entries.isEmpty)
        }
    }

    @Test("an End of a Start that was refused ends no call that came in meanwhile")
    func endOfRefused() {
        var rig = CoreRig()
        let start = rig.request(CoreRig.start, one).action
        let end = rig.request(.end, one).action
        rig.give(.requestAnswered([start.id], .system(domain: "x", code: 0)))
        rig.ring(one)
        let effects = rig.give(.requestAnswered([end.id], .unknownCall))
        #expect(effects.contains(.answerRequest(action: end.id, .unknownCall)))
        #expect(rig.core.calls.map(\.state) == [.ringing])
    }

    @Test("an End that the system knows no call for ends it here too (B51)") func lostCall() {
        var rig = CoreRig()
        rig.talk(one)
        let (action, _) = rig.request(.end, one)
        let effects = rig.give(.requestAnswered([action.id], .unknownCall))
        #expect(effects.ends.map(\.state) == [.ended(.local)])
        #expect(effects.contains(.answerRequest(action: action.id, nil)))
        #expect(effects.tasks.map(\.isHangUp) == [true])
        #expect(rig.core.entries.isEmpty)
    }

    @Test(
        "a reset ends everything, completes nothing, and tells the other sides (B9)",
        arguments: 0..<5)
    func reset(state: Int) {
        var rig = CoreRig()
        var waiting: UUID?
        switch state {
        case 0: _ = rig.comeIn(one)
        case 1: rig.ring(one)
        case 2:
            rig.ring(one)
            let answer = rig.request(.answer, one).action
            rig.give(.perform(answer))
            waiting = answer.id
        case 3: _ = rig.dial(one)
        default:
            rig.talk(one)
            rig.give(.audioActivated)
            waiting = rig.request(.setHeld(true), one).action.id
        }
        let effects = rig.give(.reset)
        #expect(rig.core.entries.isEmpty)
        #expect(effects.ends.map(\.state) == (state == 0 ? [] : [.ended(.failed)]))
        #expect(effects.contains(.forget(call: one)))
        #expect(effects.tasks.filter(\.isHangUp).count == 1)
        if let waiting { #expect(effects.contains(.answerRequest(action: waiting, .reset))) }
        if state == 0 { #expect(effects.contains(.answerReport(call: one, .reset))) }
        let completes = effects.contains {
            switch $0 {
            case .fulfill, .fail, .reportEnded: true
            default: false
            }
        }
        #expect(!completes)
        #expect(rig.core.requests.isEmpty)
    }
}
