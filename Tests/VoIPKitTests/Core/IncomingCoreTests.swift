// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The core: calls that come in") struct IncomingCoreTests {
    @Test("it is reported at once, told of when the system shows it, and only then rings (B15)")
    func shown() {
        var rig = CoreRig()
        let reported = rig.comeIn(one)
        guard case .reportIncoming(let call)? = reported.last else {
            Issue.record("\(reported)")
            return
        }
        #expect(reported == [.remember(call: one), .reportIncoming(call)])
        #expect(rig.core.calls.isEmpty)
        let effects = rig.give(.reportAnswered(call: one, nil))
        #expect(effects.first == .answerReport(call: one, nil))
        #expect(effects.contains(.changed(.added(call))))
        #expect(effects.tasks == [.ring(call)])
        #expect(rig.core.calls == [call])
    }

    @Test(
        "a refused one is told to its caller, and to nobody here (B62, B64)",
        arguments: [
            CallError.doNotDisturb, .blocked, .unentitled, .system(domain: "x", code: 102),
        ])
    func refused(reason: CallError) {
        var rig = CoreRig()
        _ = rig.comeIn(one)
        let effects = rig.give(.reportAnswered(call: one, reason))
        let answer = CallEffect.answerReport(call: one, reason)
        #expect(effects.first == answer)
        #expect(effects.tasks.map(\.call.state) == [.ended(.failed)])
        #expect(effects.tasks.map(\.isHangUp) == [true])
        #expect(effects.contains(.forget(call: one)))
        #expect(effects.ends.isEmpty)
        #expect(rig.core.calls.isEmpty)
    }

    @Test("a doubled push is a second report and no second call; its error harms nothing (B61)")
    func doubled() {
        var rig = CoreRig()
        rig.ring(one)
        let before = rig.core.calls
        let again = rig.comeIn(one)
        #expect(again == [.reportIncoming(before[0])])
        let effects = rig.give(.reportAnswered(call: one, .callExists))
        #expect(effects == [.answerReport(call: one, .callExists)])
        #expect(rig.core.calls == before)
    }

    @Test("a call that is over when it is told of is reported and ended, and rings nobody (B135)")
    func overAlready() {
        var rig = CoreRig()
        let effects = rig.give(
            .incoming(IncomingCall(id: one, handle: nil, endReason: .answeredElsewhere)))
        #expect(effects.count == 2)
        let answered = rig.give(.reportAnswered(call: one, nil))
        #expect(
            answered == [
                .answerReport(call: one, nil),
                .reportEnded(call: one, rig.now, .answeredElsewhere), .forget(call: one),
            ])
        #expect(rig.core.entries.isEmpty)
    }

    @Test("an end that overtakes its push is kept for 120 s (B134)", arguments: [119.0, 120.0])
    func overtaken(seconds: TimeInterval) {
        var rig = CoreRig()
        rig.give(.progress(call: one, .ended(.remote, nil)))
        rig.now += seconds
        _ = rig.comeIn(one)
        let effects = rig.give(.reportAnswered(call: one, nil))
        let isEnded = effects.contains {
            if case .reportEnded(one, _, .remote) = $0 { true } else { false }
        }
        #expect(isEnded == (seconds < 120))
        #expect(rig.core.calls.isEmpty == (seconds < 120))
    }

    @Test("of ends that overtake their pushes the newest 64 are kept") func bounded() {
        var rig = CoreRig()
        for number in 1...65 { rig.give(.progress(call: .numbered(number), .ended(.remote, nil))) }
        #expect(rig.core.ended.end(of: .numbered(1), at: rig.now) == nil)
        #expect(rig.core.ended.end(of: .numbered(2), at: rig.now) != nil)
        #expect(rig.core.ended.end(of: .numbered(65), at: rig.now) != nil)
    }

    @Test("an end before the report is answered waits for it: some systems lose one that is early")
    func endBeforeAnswer() {
        var rig = CoreRig()
        _ = rig.comeIn(one)
        #expect(rig.give(.progress(call: one, .ended(.remote, nil))).isEmpty)
        let effects = rig.give(.reportAnswered(call: one, nil))
        #expect(effects.contains(.reportEnded(call: one, rig.now, .remote)))
        #expect(effects.tasks.isEmpty)
    }

    @Test("a doubled push after a decline rings nobody, and leaves no missed call")
    func doubledAfterDecline() {
        var rig = CoreRig()
        rig.ring(one)
        let end = rig.perform(.end, one)
        rig.give(.served(end.id, nil))
        #expect(rig.core.entries.isEmpty)
        _ = rig.comeIn(one)
        let effects = rig.give(.reportAnswered(call: one, nil))
        #expect(effects.contains(.reportEnded(call: one, rig.now, .declinedElsewhere)))
    }

    @Test("an Answer may come before the report's: the call is shown, and rings no more")
    func answerFirst() {
        var rig = CoreRig()
        _ = rig.comeIn(one)
        let answer = rig.perform(.answer, one)
        #expect(answer.effects.tasks.count == 1)
        #expect(rig.call(one)?.state == .connecting)
        #expect(rig.give(.reportAnswered(call: one, nil)) == [.answerReport(call: one, nil)])
    }

    @Test("what changed before it was shown is told after (B103)") func updateDue() {
        var rig = CoreRig()
        _ = rig.comeIn(one)
        let early = rig.give(
            .progress(call: one, .updated(handle: nil, name: "Alice", hasVideo: nil)))
        #expect(early.isEmpty)
        let effects = rig.give(.reportAnswered(call: one, nil))
        #expect(
            effects.contains {
                if case .reportUpdate(let call) = $0 { call.name == "Alice" } else { false }
            })
    }

    @Test("calls of an earlier life are ended at launch, but none that is reported anew (B13)")
    func leftOver() {
        var rig = CoreRig()
        _ = rig.comeIn(two)
        #expect(
            rig.give(.leftOver([one, two])) == [
                .reportEnded(call: one, nil, .failed), .forget(call: one),
            ])
    }
}
