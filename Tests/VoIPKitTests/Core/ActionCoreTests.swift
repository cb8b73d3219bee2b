// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The core: actions") struct ActionCoreTests {
    @Test("an Answer is fulfilled when the service has accepted, audio prepared before (B17, B68)")
    func answer() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        let bare = answer.effects.bare
        #expect(bare.count == 3)
        #expect(bare[1] == .prepareAudio(hasVideo: false))
        #expect(answer.effects.tasks.map(\.call.state) == [.connecting])
        let effects = rig.give(.served(answer.id, nil))
        #expect(effects.bare == [.fulfill(action: answer.id, rig.now)])
        #expect(rig.call(one)?.state == .active)
        #expect(rig.call(one)?.dates.connected == rig.now)
    }

    @Test("an Answer that the service refuses ends the call; the other side knows (B42)")
    func answerThrows() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        let effects = rig.give(.served(answer.id, .service("busy")))
        #expect(effects.bare == [.fail(action: answer.id)])
        #expect(effects.ends.map(\.state) == [.ended(.failed)])
        #expect(rig.core.entries.isEmpty)
    }

    @Test("an Answer is failed a second before its deadline, and what comes later is ignored (B35)")
    func answerLate() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        #expect(answer.effects.contains(.arm(answer.id, rig.now + 59)))
        rig.now += 59
        let effects = rig.give(.deadlinePassed(answer.id))
        #expect(effects.bare.prefix(2) == [.cancelService(answer.id), .fail(action: answer.id)])
        #expect(effects.tasks.map(\.isHangUp) == [true])
        #expect(rig.give(.served(answer.id, nil)).isEmpty)
        #expect(rig.give(.deadlinePassed(answer.id)).isEmpty)
    }

    @Test("what the system timed out is completed by nobody, and the call is over (B37)")
    func timedOut() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        let effects = rig.give(.timedOut(action: answer.id))
        #expect(effects.contains(.reportEnded(call: one, rig.now, .failed)))
        #expect(!effects.contains(.fail(action: answer.id)))
        #expect(rig.give(.served(answer.id, nil)).isEmpty)
        let end = rig.perform(.end, one)
        #expect(end.effects == [.fulfill(action: end.id, nil)], "the End that follows (B18)")
    }

    @Test(
        "the caller gives up while the call is being accepted: the end is told before the failure")
    func remoteEndWhileAccepting() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        let effects = rig.give(.progress(call: one, .ended(.remote, nil)))
        #expect(
            effects.bare == [
                .reportEnded(call: one, rig.now, .remote), .cancelService(answer.id),
                .fail(action: answer.id),
            ])
        let late = rig.perform(.answer, one)
        #expect(late.effects == [.fail(action: late.id)])
    }

    @Test("an End while the call is being accepted fails the Answer after the End alone (B42)")
    func endWhileAccepting() {
        var rig = CoreRig()
        rig.ring(one)
        let answer = rig.perform(.answer, one)
        let end = rig.perform(.end, one)
        #expect(end.effects.contains(.cancelService(answer.id)))
        #expect(end.effects.ends.map(\.state) == [.ended(.local)])
        #expect(!end.effects.contains(.fail(action: answer.id)))
        let effects = rig.give(.served(end.id, nil))
        #expect(
            effects.bare == [.fulfill(action: end.id, rig.now), .fail(action: answer.id)])
    }

    @Test("an End is fulfilled whatever the service makes of it", arguments: [0, 1, 2])
    func end(way: Int) {
        var rig = CoreRig()
        rig.talk(one)
        let ended = rig.now
        let end = rig.perform(.end, one)
        let effects: [CallEffect]
        switch way {
        case 0: effects = rig.give(.served(end.id, nil))
        case 1: effects = rig.give(.served(end.id, .service("gone")))
        default:
            rig.now += 4
            effects = rig.give(.deadlinePassed(end.id))
        }
        #expect(effects.contains(.fulfill(action: end.id, ended)))
        #expect(effects.contains(.forget(call: one)))
        #expect(rig.core.entries.isEmpty)
    }

    @Test("an End for an unknown call is fulfilled, all else fails (B31)") func unknown() {
        var rig = CoreRig()
        let end = rig.perform(.end, one)
        #expect(end.effects == [.fulfill(action: end.id, nil)])
        for kind in [CallAction.Kind.answer, .setMuted(true), .play(CallDigits("1"))] {
            let other = rig.perform(kind, one)
            #expect(other.effects == [.fail(action: other.id)])
        }
    }

    @Test("the service is asked for one thing of a call at a time") func oneAtATime() {
        var rig = CoreRig()
        rig.talk(one)
        let hold = rig.perform(.setHeld(true), one)
        let mute = rig.perform(.setMuted(true), one)
        #expect(mute.effects.tasks.isEmpty)
        let effects = rig.give(.served(hold.id, nil))
        #expect(effects.firstTask == mute.id)
        rig.give(.served(mute.id, .service("no")))
        #expect(rig.call(one)?.state == .held)
        #expect(rig.call(one)?.isMuted == false)
    }

    @Test("what is so already is fulfilled without the service (B95)") func repeats() {
        var rig = CoreRig()
        rig.talk(one)
        for kind in [
            CallAction.Kind.setMuted(false), .setHeld(false), .setGroup(with: nil), .answer,
        ] {
            let action = rig.perform(kind, one)
            #expect(action.effects.tasks.isEmpty)
            #expect(action.effects.bare.count == 1)
            let isFulfilled = action.effects.bare.contains {
                if case .fulfill(action.id, _) = $0 { true } else { false }
            }
            #expect(isFulfilled)
        }
    }

    @Test("a conference is named for its oldest member, also when that one leaves (B87, B88)")
    func conference() {
        var rig = CoreRig()
        for id in [one, two, three] { rig.talk(id) }
        for id in [two, three] {
            let join = rig.perform(.setGroup(with: one), id)
            rig.give(.served(join.id, nil))
        }
        #expect(rig.core.calls.map(\.group) == [one, one, one])
        let leave = rig.perform(.setGroup(with: nil), one)
        rig.give(.served(leave.id, nil))
        #expect(rig.core.calls.map(\.group) == [nil, two, two])
        rig.give(.progress(call: three, .ended(.remote, nil)))
        #expect(rig.core.calls.map(\.group) == [nil, nil])
    }

    @Test("digits go nowhere before the call is connected (B97)") func digits() {
        var rig = CoreRig()
        let start = rig.dial(one)
        rig.give(.served(start, nil))
        let early = rig.perform(.play(CallDigits("1")), one)
        #expect(early.effects.bare == [.fail(action: early.id)])
        rig.give(.progress(call: one, .connected(nil)))
        #expect(rig.perform(.play(CallDigits("1")), one).effects.tasks.count == 1)
    }

    @Test("media starts and stops in turn, never without a session or on hold (B68, B70)")
    func media() {
        var rig = CoreRig()
        rig.talk(one)
        let started = rig.give(.audioActivated)
        #expect(started.tasks.map(\.isMedia) == [true])
        #expect(rig.give(.audioDeactivated).tasks.isEmpty, "the start is not done")
        let id = started.firstTask ?? one
        let stopped = rig.give(.served(id, nil))
        guard case .stopMedia? = stopped.tasks.first else {
            Issue.record("\(stopped)")
            return
        }
        rig.give(.served(stopped.firstTask ?? one, nil))
        let hold = rig.perform(.setHeld(true), one)
        rig.give(.served(hold.id, nil))
        #expect(rig.give(.audioActivated).tasks.isEmpty)
        let unhold = rig.perform(.setHeld(false), one)
        #expect(rig.give(.served(unhold.id, nil)).tasks.map(\.isMedia) == [true])
    }

    @Test("a start of media that never ends holds its stop up for a second") func deafMedia() {
        var rig = CoreRig()
        rig.talk(one)
        let start = rig.give(.audioActivated).firstTask ?? two
        let effects = rig.give(.audioDeactivated)
        #expect(effects == [.arm(start, rig.now + 1)])
        let stopped = rig.give(.deadlinePassed(start))
        #expect(stopped.first == .cancelService(start))
        #expect(stopped.tasks.count == 1)
    }
}
