// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    /// What a push obliges to.
    static let pushes: [Situation] = [
        Situation(
            "B15", "a push rings, and the caller is told",
            [
                .push(1),
                .expect([
                    .ringing(1), .state(1, .ringing), .named(1, "Caller 1"), .asked(1, ["ring"]),
                    .pushRang(0), .audio(false),
                ]),
            ]),
        Situation(
            "B61", "a call that is told of twice rings once",
            [
                .push(1), .push(1),
                .expect([
                    .shown(1), .ringing(1), .asked(1, ["ring"]),
                    .pushRefused(1, .callUUIDAlreadyExists),
                ]),
            ]),
        Situation(
            "B61", "a call that is told of again while it is talked on goes on",
            [
                .push(1), .answer, .push(1),
                .expect([.shown(1), .state(1, .active), .heard([1]), .connected(1, true)]),
            ]),
        Situation(
            "B61", "a call that is told of again after its end does not ring again",
            [
                .push(1), .decline, .push(1),
                .expect([.ringing(nil), .shown(0), .ended(1, .local), .pushCount(2)]),
            ]),
        Situation(
            "B62", "Do Not Disturb keeps a call away, and the caller is told",
            [
                .doNotDisturb(true), .push(1),
                .expect([
                    .pushRefused(0, .filteredByDoNotDisturb), .shown(0), .untold(1),
                    .asked(1, ["hangUp"]),
                ]),
            ]),
        Situation(
            "B64", "a blocked caller is refused",
            [
                .block(1), .push(1),
                .expect([
                    .pushRefused(0, .filteredByBlockList), .untold(1), .asked(1, ["hangUp"]),
                ]),
            ]),
        Situation(
            "B67", "what is refused for whatever reason was reported, and rings nowhere",
            [
                .refusesReports(.unknown), .push(1),
                .expect([.shown(0), .untold(1), .asked(1, ["hangUp"])]),
                .refusesReports(nil), .push(2),
                .expect([.ringing(2)]),
            ]),
        Situation(
            "B66", "a call over the limit is refused, and those that are there go on",
            [
                .push(1), .answer, .push(2), .push(3),
                .expect([
                    .state(1, .active), .ringing(2), .untold(3), .asked(3, ["hangUp"]),
                    .heard([1]),
                ]),
            ]),
        Situation(
            "B121", "a push that says nothing is reported, and rings nothing",
            [
                .pushWithoutMeaning,
                .expect([.pushCount(1), .pushRang(0), .shown(0), .launches(1)]),
            ]),
        Situation(
            "B126", "pushes that say nothing, many of them, stop none of those that follow",
            [
                .pushWithoutMeaning, .pushWithoutMeaning, .pushWithoutMeaning,
                .pushWithoutMeaning, .pushWithoutMeaning, .pushWithoutMeaning, .push(1),
                .expect([.ringing(1), .pushRang(6)]),
            ]),
        Situation(
            "B120", "a push starts the app and rings",
            [
                .kill, .push(1),
                .expect([.launches(2), .ringing(1), .asked(1, ["ring"])]), .answer,
                .expect([.state(1, .active), .heard([1])]),
            ]),
        Situation(
            "B122", "a push rings in the app in front as it does in the background",
            [.openApp, .push(1), .expect([.ringing(1), .state(1, .ringing)])]),
        Situation(
            "B125", "a push during a call rings beside it",
            [
                .push(1), .answer, .push(2),
                .expect([.ringing(2), .state(1, .active), .heard([1]), .pushRang(1)]),
            ]),
        Situation(
            "B123", "a call whose end came first is reported, and over at once",
            [
                .tells(1, .ended(.remote, nil)), .push(1),
                .expect([.ringing(nil), .shown(0), .pushCount(1), .state(1, nil)]),
            ]),
        Situation(
            "B128", "after a restart of the phone a push starts the app",
            [.reboot, .push(1), .expect([.launches(2), .ringing(1)])]),
        Situation(
            "B129", "an old push on a system that demands nothing still rings",
            on: .iOS(26, 4),
            [.pushAged(1, seconds: 60), .expect([.ringing(1)])]),
        Situation(
            "B137", "a call over the app's own connection rings as by a push",
            [.incoming(1), .expect([.ringing(1), .asked(1, ["ring"]), .outcomes([nil])])]),
        Situation(
            "B134", "a call that comes by push and by connection rings once",
            [
                .incoming(1), .push(1),
                .expect([.shown(1), .ringing(1), .asked(1, ["ring"])]),
                .tells(1, .ended(.remote, nil)),
                .expect([.ringing(nil), .ended(1, .remote), .recent(1, .remoteEnded)]),
            ]),
        Situation(
            "B62", "a call over the connection that is kept away says so",
            [
                .doNotDisturb(true), .incoming(1),
                .expect([.outcomes([.doNotDisturb]), .untold(1), .asked(1, ["hangUp"])]),
            ]),
    ]
}
