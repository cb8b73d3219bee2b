// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing
import VoIPKit

/// Something that happens to an app which makes calls, and what it owes the system then.
///
/// Calls have small numbers: an incoming one is known by that in its push, an outgoing one in the
/// app's request. The newest call that the person has begun from Recents or Contacts is 0.
struct Situation: Sendable, CustomTestStringConvertible {
    /// The behaviour of the real system that is met.
    let rule: String
    let name: String
    var rules = SystemRules.iOS(18)
    var configuration = CallConfiguration.test
    let steps: [Step]

    init(
        _ rule: String, _ name: String, on rules: SystemRules = .iOS(18),
        with configuration: CallConfiguration = .test, _ steps: [Step]
    ) {
        self.rule = rule
        self.name = name
        self.rules = rules
        self.configuration = configuration
        self.steps = steps
    }

    var testDescription: String { "\(rule) \(name)" }

    static let all = pushes + incoming + outgoing + actions + several + audio + lives
}

/// One thing that happens.
enum Step: Sendable {
    // The push service.
    case push(Int)
    case pushWithoutMeaning
    case pushAged(Int, seconds: Int)

    // The person.
    case answer, decline, end, hold, unhold, swap, merge, mute, unmute
    case holdAndAnswer, endAndAnswer, endHeldAndAnswer
    case endCall(Int)
    case split(Int)
    case keypad(String)
    case headset, speaker(Bool)
    case lock, unlock, openApp
    case doNotDisturb(Bool)
    case block(Int)
    /// Dials the handle of a call of that number, from Contacts.
    case dial(Int)

    // The app, as by a tap on its own screen.
    case start(Int), startVideo(Int), requestAnswer(Int), requestEnd(Int), requestEndAll
    case requestHold(Int, Bool), requestMute(Int, Bool), requestGroup(Int, Int?)
    case requestDigits(Int, String)
    /// Over the app's own connection.
    case incoming(Int)
    /// Both at once, under one identifier.
    case startAndIncoming(Int)

    // The service, of its own accord.
    case tells(Int, CallProgress)
    case service(TestService.Method, TestService.Behaviour)
    case letGo

    // The world.
    case seconds(Double)
    case cellularRings, cellularEnds
    case callServiceRestarts, kill, relaunch, reboot
    case interruption, interruptionEnds
    case refusesReports(CXErrorCodeIncomingCallError.Code?)

    /// What is to be so now, where nothing but the script goes on.
    case expect([Check])
}

/// What is looked at.
enum Check: Sendable {
    /// The call as the app knows it; nil is not among its calls.
    case state(Int, Call.State?)
    /// The last that was told of the call.
    case ended(Int, CallEndReason)
    /// The call was never told of.
    case untold(Int)
    case muted(Int, Bool)
    /// In one conference, or not.
    case together(Int, Int, Bool)
    /// What the service was asked for the call, in order.
    case asked(Int, [String])
    /// The call that the phone shows as ringing.
    case ringing(Int?)
    /// How many calls the phone has.
    case shown(Int)
    case connected(Int, Bool)
    case onHold(Int, Bool)
    case phoneMuted(Int, Bool)
    case choices([CallScreen.Choice])
    /// The name that the phone shows.
    case named(Int, String)
    /// Whether the app has the audio session.
    case audio(Bool)
    /// The calls whose media runs.
    case heard([Int])
    /// Whether the person hears the tone of the other side's ringing.
    case ringback(Bool)
    case recent(Int, RecentCallEntry.Outcome)
    /// What became of the push of that index.
    case pushRang(Int)
    case pushRefused(Int, CXErrorCodeIncomingCallError.Code)
    case pushCount(Int)
    /// What came of the app's requests, all of them.
    case outcomes([CallError?])
    case launches(Int)
}

/// What goes wrong beside the script.
struct Condition: Sendable, CustomTestStringConvertible, CaseIterable {
    enum Pushes: String, CaseIterable, Sendable { case plain, late, doubled, reordered }
    enum Service: String, CaseIterable, Sendable { case plain, slow, fails, never, deaf }

    let pushes: Pushes
    let service: Service

    static let plain = Condition(pushes: .plain, service: .plain)

    static let allCases = Pushes.allCases.flatMap { pushes in
        Service.allCases.map { Condition(pushes: pushes, service: $0) }
    }

    var isPlain: Bool { pushes == .plain && service == .plain }

    var testDescription: String { "pushes \(pushes), service \(service)" }

    var faults: SimulatedFaults {
        var faults = SimulatedFaults()
        switch pushes {
        case .plain: break
        case .late: faults.pushesLate = .seconds(1) ... .seconds(4)
        case .doubled: faults.pushesDoubled = 1
        case .reordered: faults.pushesReordered = 0.5
        }
        return faults
    }

    /// How each method behaves that may be slow; those of the media cannot fail.
    var behaviours: [TestService.Method: TestService.Behaviour] {
        let behaviour: TestService.Behaviour
        switch service {
        case .plain: return [:]
        case .slow: behaviour = .slow(1.5)
        case .fails: behaviour = .fails
        case .never: behaviour = .never
        case .deaf: behaviour = .deaf
        }
        var behaviours: [TestService.Method: TestService.Behaviour] = [:]
        for method in TestService.Method.allCases { behaviours[method] = behaviour }
        behaviours[.startMedia] = service == .slow ? .slow(1.5) : nil
        behaviours[.stopMedia] = service == .slow ? .slow(1.5) : nil
        return behaviours
    }

    /// How much of the phone's time passes after a step, lest every script be over before it began.
    func pause(after step: Step) -> Duration {
        var pause = Duration.zero
        if case .push = step {
            switch pushes {
            case .plain: break
            case .late: pause = .seconds(5)
            case .doubled: pause = .seconds(1)
            case .reordered: pause = .milliseconds(600)
            }
        }
        switch service {
        case .plain, .fails: return pause
        case .slow: return max(pause, .seconds(2))
        case .never, .deaf: return max(pause, .seconds(6))
        }
    }
}
