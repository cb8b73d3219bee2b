// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    /// From ringing to the end.
    static let incoming: [Situation] = [
        Situation(
            "B68", "an answered call is heard once the session is active, and silent after its end",
            [
                .push(1), .answer,
                .expect([
                    .state(1, .active), .connected(1, true), .audio(true), .heard([1]),
                    .asked(1, ["ring", "accept", "startMedia"]),
                ]),
                .end,
                .expect([
                    .ended(1, .local), .shown(0), .audio(false), .heard([]), .recent(1, .ended),
                ]),
            ]),
        Situation(
            "B17", "an answered call is connected when the service has taken it, and not before",
            [
                .service(.accept, .slow(3)), .push(1), .answer, .seconds(2.9),
                .expect([.state(1, .connecting), .connected(1, false), .audio(false)]),
                .seconds(0.2),
                .expect([.state(1, .active), .connected(1, true), .heard([1])]),
            ]),
        Situation(
            "B18", "an answer that the service never takes fails in time",
            [
                .service(.accept, .never), .push(1), .answer, .seconds(61),
                .expect([
                    .ended(1, .failed), .shown(0), .recent(1, .failed), .audio(false),
                    .asked(1, ["ring", "accept", "hangUp"]),
                ]),
            ]),
        Situation(
            "B37", "what a service says after its time changes nothing",
            [
                .service(.accept, .deaf), .push(1), .answer, .seconds(61), .letGo,
                .expect([.ended(1, .failed), .shown(0), .state(1, nil)]),
            ]),
        Situation(
            "B19", "an answer that the service refuses ends the call, once",
            [
                .service(.accept, .fails), .push(1), .answer,
                .expect([.ended(1, .failed), .shown(0), .recent(1, .failed)]),
            ]),
        Situation(
            "B20", "a declined call is hung up, and had no sound",
            [
                .push(1), .decline,
                .expect([
                    .ended(1, .local), .asked(1, ["ring", "hangUp"]), .recent(1, .declined),
                    .audio(false),
                ]),
            ]),
        Situation(
            "B21", "an end while the answer is under way ends both",
            [
                .service(.accept, .never), .push(1), .answer, .end,
                .expect([.ended(1, .local), .shown(0), .asked(1, ["ring", "accept", "hangUp"])]),
            ]),
        Situation(
            "B22", "a caller who gives up stops the ringing, and nobody hangs up on them",
            [
                .push(1), .tells(1, .ended(.remote, nil)),
                .expect([
                    .ringing(nil), .ended(1, .remote), .asked(1, ["ring"]),
                    .recent(1, .remoteEnded),
                ]),
            ]),
        Situation(
            "B22", "a caller who gives up while the answer is under way",
            [
                .service(.accept, .slow(5)), .push(1), .answer, .tells(1, .ended(.remote, nil)),
                .expect([.ended(1, .remote), .shown(0)]), .seconds(6),
                .expect([.ended(1, .remote), .state(1, nil)]),
            ]),
        Situation(
            "B24", "another device answers",
            [
                .push(1), .tells(1, .ended(.answeredElsewhere, nil)),
                .expect([
                    .ringing(nil), .ended(1, .answeredElsewhere), .recent(1, .answeredElsewhere),
                ]),
            ]),
        Situation(
            "B24", "another device declines",
            [
                .push(1), .tells(1, .ended(.declinedElsewhere, nil)),
                .expect([
                    .ringing(nil), .ended(1, .declinedElsewhere), .recent(1, .declinedElsewhere),
                ]),
            ]),
        Situation(
            "B25", "a call that nobody answers is ended by the system, and the service told",
            [
                .push(1), .seconds(61),
                .expect([
                    .ringing(nil), .shown(0), .asked(1, ["ring", "hangUp"]), .state(1, nil),
                    .recent(1, .unanswered),
                ]),
            ]),
        Situation(
            "B25", "a system that never stops ringing is stopped by the service",
            on: .iOS(15),
            [
                .push(1), .seconds(90), .expect([.ringing(1)]),
                .tells(1, .ended(.unanswered, nil)),
                .expect([.ringing(nil), .ended(1, .unanswered), .recent(1, .unanswered)]),
            ]),
        Situation(
            "B27", "a second call rings on when the first is declined",
            [
                .push(1), .push(2), .expect([.ringing(1), .shown(2)]), .decline,
                .expect([.ringing(2), .ended(1, .local), .state(2, .ringing)]),
            ]),
        Situation(
            "B28", "a call is answered on a locked phone",
            [
                .lock, .push(1), .answer, .expect([.state(1, .active), .heard([1])]), .unlock,
                .expect([.state(1, .active), .heard([1])]),
            ]),
        Situation(
            "B93", "the headset's button answers and ends",
            [
                .push(1), .headset, .expect([.state(1, .active)]), .headset,
                .expect([.ended(1, .local), .shown(0)]),
            ]),
        Situation(
            "B103", "what is learnt later is shown",
            [
                .push(1), .tells(1, .updated(handle: nil, name: "Ann", hasVideo: nil)),
                .expect([.named(1, "Ann"), .state(1, .ringing)]), .answer,
                .tells(1, .updated(handle: nil, name: "Ann Lee", hasVideo: true)),
                .expect([.named(1, "Ann Lee"), .state(1, .active)]),
            ]),
        Situation(
            "B47", "an app that answers by itself is asked once",
            [
                .push(1), .requestAnswer(1), .requestAnswer(1),
                .expect([
                    .state(1, .active), .asked(1, ["ring", "accept", "startMedia"]),
                    .connected(1, true),
                ]),
            ]),
        Situation(
            "B22", "the other side hangs up during the call",
            [
                .push(1), .answer, .tells(1, .ended(.remote, nil)),
                .expect([
                    .ended(1, .remote), .shown(0), .audio(false), .recent(1, .remoteEnded),
                    .asked(1, ["ring", "accept", "startMedia", "stopMedia"]),
                ]),
            ]),
    ]
}
