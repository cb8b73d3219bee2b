// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    /// What is done with a call that goes on.
    static let actions: [Situation] = [
        Situation(
            "B94", "the person mutes and unmutes",
            [
                .push(1), .answer, .mute, .expect([.muted(1, true), .phoneMuted(1, true)]),
                .unmute,
                .expect([
                    .muted(1, false), .phoneMuted(1, false),
                    .asked(
                        1, ["ring", "accept", "startMedia", "setMuted true", "setMuted false"]),
                ]),
            ]),
        Situation(
            "B47", "a mute in the app is asked of the service once",
            [
                .push(1), .answer, .requestMute(1, true), .requestMute(1, true),
                .expect([
                    .phoneMuted(1, true), .outcomes([nil, nil]),
                    .asked(1, ["ring", "accept", "startMedia", "setMuted true"]),
                ]),
            ]),
        Situation(
            "B95", "an unmute that nobody asked for does not reach the service",
            [
                .start(1), .tells(1, .connected(nil)),
                .expect([.asked(1, ["start", "startMedia"]), .muted(1, false)]),
            ]),
        Situation(
            "B42", "a mute that the service refuses leaves the call as it was",
            [
                .service(.setMuted, .fails), .push(1), .answer, .mute,
                .expect([.muted(1, false), .phoneMuted(1, false), .state(1, .active)]),
            ]),
        Situation(
            "B36", "a mute that the service never makes fails, and the next one is made",
            [
                .service(.setMuted, .never), .push(1), .answer, .requestMute(1, true),
                .seconds(6), .expect([.muted(1, false), .phoneMuted(1, false)]),
                .service(.setMuted, .done), .requestMute(1, true),
                .expect([.muted(1, true), .outcomes([.timedOut, nil])]),
            ]),
        Situation(
            "B69", "the person holds and resumes, and media stops and starts",
            [
                .push(1), .answer, .hold,
                .expect([.state(1, .held), .onHold(1, true), .heard([])]), .unhold,
                .expect([.state(1, .active), .onHold(1, false), .heard([1]), .audio(true)]),
            ]),
        Situation(
            "B47", "a hold in the app is asked of the service once",
            [
                .push(1), .answer, .requestHold(1, true), .requestHold(1, true),
                .expect([.state(1, .held), .outcomes([nil, nil]), .heard([])]),
                .requestHold(1, false), .expect([.state(1, .active), .heard([1])]),
            ]),
        Situation(
            "B42", "a hold that the service refuses leaves the call as it was",
            [
                .service(.setHeld, .fails), .push(1), .answer, .hold,
                .expect([.state(1, .active), .onHold(1, false), .heard([1])]),
            ]),
        Situation(
            "B97", "keys of the keypad are sent one by one",
            [
                .push(1), .answer, .keypad("12#"),
                .expect([
                    .asked(1, ["ring", "accept", "startMedia", "play 1", "play 2", "play #"])
                ]),
            ]),
        Situation(
            "B97", "digits from the app",
            [
                .push(1), .answer, .requestDigits(1, "42"),
                .expect([
                    .asked(1, ["ring", "accept", "startMedia", "play 42"]), .outcomes([nil]),
                ]),
            ]),
        Situation(
            "B51", "what is asked of a call that is not there is refused",
            [
                .requestEnd(5), .requestMute(5, true), .requestAnswer(5),
                .expect([.outcomes([.unknownCall, .unknownCall, .unknownCall])]),
            ]),
        Situation(
            "B51", "an end from both sides at once is one end",
            [
                .push(1), .answer, .requestEnd(1), .tells(1, .ended(.remote, nil)), .end,
                .expect([.shown(0), .state(1, nil)]),
            ]),
        Situation(
            "B39", "an end that the service never makes ends the call all the same",
            [
                .service(.hangUp, .never), .push(1), .answer, .requestEnd(1), .seconds(6),
                .expect([.ended(1, .local), .shown(0), .outcomes([nil]), .audio(false)]),
            ]),
        Situation(
            "B42", "an end that the service refuses ends the call all the same",
            [
                .service(.hangUp, .fails), .push(1), .answer, .end,
                .expect([.ended(1, .local), .shown(0)]),
            ]),
    ]
}
