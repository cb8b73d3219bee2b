// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    private static let twoCalls: [Step] = [.push(1), .answer, .push(2), .holdAndAnswer]

    /// Several calls.
    static let several: [Situation] = [
        Situation(
            "B81", "hold and accept",
            twoCalls + [
                .expect([
                    .state(1, .held), .state(2, .active), .heard([2]), .onHold(1, true),
                    .connected(2, true), .audio(true),
                ])
            ]),
        Situation(
            "B81", "end and accept",
            [
                .push(1), .answer, .push(2), .endAndAnswer,
                .expect([.ended(1, .local), .state(2, .active), .heard([2]), .shown(1)]),
            ]),
        Situation(
            "B84", "swap, there and back",
            twoCalls + [
                .swap, .expect([.state(1, .active), .state(2, .held), .heard([1])]), .swap,
                .expect([.state(1, .held), .state(2, .active), .heard([2])]),
            ]),
        Situation(
            "B92", "a swap whose hold the service never makes leaves no call lost",
            twoCalls + [
                .service(.setHeld, .never), .swap, .seconds(6),
                .expect([.shown(2), .audio(true)]),
            ]),
        Situation(
            "B71", "the call on hold comes back when the person has ended the other",
            twoCalls + [
                .end,
                .expect([.ended(2, .local), .state(1, .active), .heard([1]), .audio(true)]),
            ]),
        Situation(
            "B75", "the end of the call on hold leaves the other as it is",
            twoCalls + [
                .tells(1, .ended(.remote, nil)),
                .expect([.ended(1, .remote), .state(2, .active), .heard([2]), .audio(true)]),
            ]),
        Situation(
            "B86", "merge: a conference of two, both heard",
            twoCalls + [
                .merge,
                .expect([
                    .together(1, 2, true), .state(1, .active), .state(2, .active),
                    .heard([1, 2]),
                ]),
            ]),
        Situation(
            "B87", "split: out of the conference",
            twoCalls + [.merge, .split(2), .expect([.together(1, 2, false), .shown(2)])]),
        Situation(
            "B88", "a conference that the app asks for",
            twoCalls + [
                .requestGroup(1, 2), .expect([.together(1, 2, true), .outcomes([nil])]),
                .requestGroup(1, nil), .expect([.together(1, 2, false)]),
            ]),
        Situation(
            "B87", "a conference that the service refuses is none",
            twoCalls + [
                .service(.setGroup, .fails), .merge, .expect([.together(1, 2, false), .shown(2)]),
            ]),
        Situation(
            "B81", "a third call in place of the one on hold",
            with: .three,
            twoCalls + [
                .push(3), .endHeldAndAnswer,
                .expect([
                    .ended(1, .local), .state(2, .held), .state(3, .active), .heard([3]),
                ]),
            ]),
        Situation(
            "B85", "hold and accept is offered for a call that is connected",
            [
                .push(1), .answer, .push(2),
                .expect([.choices([.decline, .endAndAccept, .holdAndAccept])]),
            ]),
        Situation(
            "B101", "hold and accept is offered for an outgoing call",
            [
                .start(1), .tells(1, .connected(nil)), .push(2),
                .expect([.choices([.decline, .endAndAccept, .holdAndAccept])]),
            ]),
        Situation(
            "B100", "hold is not offered where the service has none",
            with: .withoutHold,
            [
                .push(1), .answer, .push(2),
                .expect([.choices([.decline, .endAndAccept])]),
            ]),
        Situation(
            "B13", "all calls end when the app says so",
            twoCalls + [
                .requestEndAll,
                .expect([.shown(0), .ended(1, .local), .ended(2, .local), .audio(false)]),
            ]),
        Situation(
            "B89", "a conference counts as one",
            twoCalls + [
                .merge, .push(3), .holdAndAnswer,
                .expect([.state(3, .active), .shown(3), .heard([3])]),
            ]),
    ]
}

extension CallConfiguration {
    /// Three calls side by side.
    static var three: CallConfiguration {
        var configuration = CallConfiguration.test
        configuration.maximumCallGroups = 3
        return configuration
    }

    /// Nothing can be held.
    static var withoutHold: CallConfiguration {
        var configuration = CallConfiguration.test
        configuration.features = [.digits]
        return configuration
    }
}
