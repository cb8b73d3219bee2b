// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import VoIPKit

extension Situation {
    /// Calls that begin here.
    static let outgoing: [Situation] = [
        Situation(
            "B33", "an outgoing call goes as its service says",
            [
                .start(1),
                .expect([
                    .state(1, .connecting), .connected(1, false), .outcomes([nil]),
                    .audio(true),
                ]),
                .tells(1, .startedConnecting(nil)),
                .expect([.connected(1, false), .ringback(true)]),
                .tells(1, .connected(nil)),
                .expect([
                    .state(1, .active), .connected(1, true), .heard([1]), .ringback(false),
                ]), .end,
                .expect([.ended(1, .local), .audio(false), .recent(1, .ended)]),
            ]),
        Situation(
            "B34", "a connection that is told before the start is done is not lost",
            [
                .service(.start, .slow(3)), .start(1), .tells(1, .connected(nil)),
                .expect([.connected(1, false), .state(1, .connecting)]), .seconds(3),
                .expect([.connected(1, true), .state(1, .active), .outcomes([nil])]),
            ]),
        Situation(
            "B35", "a start that the service never makes fails in time",
            [
                .service(.start, .never), .start(1), .seconds(601),
                .expect([
                    .ended(1, .failed), .shown(0), .outcomes([.timedOut]), .recent(1, .failed),
                ]),
            ]),
        Situation(
            "B42", "a start that the service refuses fails the call",
            [
                .service(.start, .fails), .start(1),
                .expect([
                    .ended(1, .failed), .shown(0), .recent(1, .failed), .audio(false),
                    .outcomes([.service("the service refused")]),
                ]),
            ]),
        Situation(
            "B22", "the other side is busy",
            [
                .start(1), .tells(1, .startedConnecting(nil)), .tells(1, .ended(.remote, nil)),
                .expect([.ended(1, .remote), .shown(0), .audio(false), .heard([])]),
            ]),
        Situation(
            "B22", "nobody answers at the other side",
            [
                .start(1), .tells(1, .ended(.unanswered, nil)),
                .expect([.ended(1, .unanswered), .recent(1, .unanswered)]),
            ]),
        Situation(
            "B21", "an end while the start is under way ends both",
            [
                .service(.start, .never), .start(1), .end,
                .expect([.ended(1, .local), .shown(0), .asked(1, ["start", "hangUp"])]),
            ]),
        Situation(
            "B53", "a second start under the same identifier is refused",
            [
                .start(1), .start(1),
                .expect([.outcomes([nil, .callExists]), .state(1, .connecting), .shown(1)]),
            ]),
        Situation(
            "B53", "a call that is started and told of at the same moment is the started one",
            [
                .startAndIncoming(1), .seconds(1),
                .expect([.state(1, .connecting), .shown(1)]),
            ]),
        Situation(
            "B43", "a second outgoing call puts the first on hold",
            [
                .start(1), .tells(1, .connected(nil)), .start(2), .tells(2, .connected(nil)),
                .expect([
                    .state(1, .held), .state(2, .active), .onHold(1, true), .heard([2]),
                    .outcomes([nil, nil]),
                ]),
            ]),
        Situation(
            "B55", "a start over the limit is refused, and says so",
            [
                .start(1), .tells(1, .connected(nil)), .start(2), .tells(2, .connected(nil)),
                .start(3),
                .expect([
                    .outcomes([nil, nil, .tooManyCalls]), .state(3, nil), .shown(2),
                    .state(2, .active),
                ]),
            ]),
        Situation(
            "B90", "where there may be one call, a second start is refused",
            with: .single,
            [
                .start(1), .tells(1, .connected(nil)), .start(2),
                .expect([
                    .outcomes([nil, .tooManyCalls]), .state(1, .active), .heard([1]), .shown(1),
                ]),
            ]),
        Situation(
            "B112", "a call from Contacts",
            [
                .dial(1), .tells(0, .connected(nil)),
                .expect([.state(0, .active), .heard([0]), .shown(1)]),
            ]),
        Situation(
            "B112", "a call from Contacts starts the app",
            [.kill, .dial(1), .expect([.launches(2), .state(0, .connecting), .shown(1)])]),
        Situation(
            "B12", "a start before the provider is registered is made when it is",
            on: .registering,
            [
                .kill, .relaunch, .start(1), .seconds(3),
                .expect([.outcomes([nil]), .state(1, .connecting)]),
            ]),
        Situation(
            "B11", "a start after a reset that took the provider along",
            on: .losingProviders,
            [
                .callServiceRestarts, .start(1), .seconds(1),
                .expect([.outcomes([nil]), .state(1, .connecting), .shown(1)]),
            ]),
        Situation(
            "B38", "on an old system a start is given five seconds",
            on: .iOS(10),
            [
                .service(.start, .never), .start(1), .seconds(6),
                .expect([.ended(1, .failed), .outcomes([.timedOut])]),
            ]),
        Situation(
            "B32", "a call with video",
            [
                .startVideo(1), .tells(1, .connected(nil)),
                .expect([.state(1, .active), .heard([1])]),
            ]),
    ]
}

extension CallConfiguration {
    /// One call at a time.
    static var single: CallConfiguration {
        var configuration = CallConfiguration.test
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        return configuration
    }
}

extension SystemRules {
    /// Registration takes a second, and requests before it get error 7.
    static var registering: SystemRules {
        var rules = SystemRules.iOS(18)
        rules.registrationDelay = .seconds(1)
        rules.errorWhileRegistering = 7
        return rules
    }

    /// A reset takes the provider along.
    static var losingProviders: SystemRules {
        var rules = SystemRules.iOS(18)
        rules.resetEndsProviders = true
        return rules
    }

    /// Connected calls outlive their app.
    static var keepingCalls: SystemRules {
        var rules = SystemRules.iOS(18)
        rules.callsOfDeadApp = .stay
        return rules
    }
}
