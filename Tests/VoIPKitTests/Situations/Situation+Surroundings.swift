// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    private static let oneCall: [Step] = [.push(1), .answer]

    /// Sound, and calls of other apps.
    static let audio: [Situation] = [
        Situation(
            "B70", "hold and accept of a cellular call silences, and resuming brings it back",
            oneCall + [
                .cellularRings, .holdAndAnswer,
                .expect([.state(1, .held), .audio(false), .heard([])]), .cellularEnds,
                .expect([.state(1, .held), .heard([])]), .unhold,
                .expect([.state(1, .active), .audio(true), .heard([1])]),
            ]),
        Situation(
            "B72", "the app resumes a call that a cellular one has put on hold",
            oneCall + [
                .cellularRings, .holdAndAnswer, .cellularEnds, .requestHold(1, false),
                .expect([.state(1, .active), .heard([1]), .outcomes([nil])]),
            ]),
        Situation(
            "B74", "a cellular call that is declined changes nothing",
            oneCall + [
                .cellularRings, .decline,
                .expect([.state(1, .active), .heard([1]), .audio(true)]),
            ]),
        Situation(
            "B81", "end and accept of a cellular call",
            oneCall + [
                .cellularRings, .endAndAnswer,
                .expect([.ended(1, .local), .audio(false), .heard([])]),
            ]),
        Situation(
            "B73", "an interruption that is over leaves a call that can be heard",
            oneCall + [
                .interruption, .interruptionEnds, .expect([.state(1, .active), .shown(1)]),
            ]),
        Situation(
            "B80", "the speaker of the system's screen changes nothing about the call",
            oneCall + [
                .speaker(true), .expect([.state(1, .active), .heard([1])]), .speaker(false),
                .expect([.state(1, .active), .heard([1])]),
            ]),
        Situation(
            "B82", "no media while a call rings",
            [.push(1), .seconds(10), .expect([.audio(false), .heard([]), .asked(1, ["ring"])])]),
    ]

    /// Processes and services that end.
    static let lives: [Situation] = [
        Situation(
            "B9", "a reset throws a call away, and the other side is told",
            oneCall + [
                .callServiceRestarts,
                .expect([
                    .ended(1, .failed), .shown(0), .heard([]), .audio(false),
                    .asked(1, ["ring", "accept", "startMedia", "stopMedia", "hangUp"]),
                ]),
                .push(2), .expect([.ringing(2)]),
            ]),
        Situation(
            "B10", "a reset while the answer is under way",
            [
                .service(.accept, .never), .push(1), .answer, .callServiceRestarts,
                .expect([.ended(1, .failed), .shown(0)]), .seconds(70),
                .expect([.state(1, nil), .audio(false)]),
            ]),
        Situation(
            "B10", "a reset while a start is under way answers whoever asked",
            [
                .service(.start, .never), .start(1), .callServiceRestarts,
                .expect([.outcomes([.reset]), .state(1, nil), .shown(0)]),
            ]),
        Situation(
            "B13", "a call that an earlier life has left over is ended at launch",
            on: .keepingCalls,
            oneCall + [
                .kill, .expect([.shown(1)]), .relaunch,
                .expect([.shown(0), .launches(2)]), .push(2), .expect([.ringing(2)]),
            ]),
        Situation(
            "B31", "an app is started to end a call that it does not know",
            on: .keepingCalls,
            oneCall + [.kill, .end, .expect([.shown(0), .launches(2)])]),
        Situation(
            "B7", "a killed app's calls are gone, and it rings again",
            oneCall + [.kill, .push(2), .expect([.ringing(2), .shown(1), .launches(2)])]),
        Situation(
            "B1", "one provider serves call after call",
            [
                .push(1), .answer, .end, .push(2), .answer, .end, .push(3), .answer,
                .expect([.state(3, .active), .shown(1)]), .end,
                .expect([.recent(1, .ended), .recent(2, .ended), .recent(3, .ended)]),
            ]),
        Situation(
            "B5", "a call of before a kill is not known after it, and that harms nothing",
            oneCall + [
                .kill, .relaunch, .requestEnd(1), .tells(1, .connected(nil)),
                .expect([.shown(0), .outcomes([.unknownCall])]),
            ]),
    ]
}
