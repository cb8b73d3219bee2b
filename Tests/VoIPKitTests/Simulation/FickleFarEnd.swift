// SPDX-License-Identifier: Apache-2.0
import Foundation
import VoIPKit

/// What lies behind a ``TestService`` in the simulation: networks and people who do as they like,
/// within the contract of a service.
@MainActor final class FickleFarEnd {
    private weak var app: TestApp?
    private var dice: Dice

    init(_ app: TestApp, seed: UInt64) {
        self.app = app
        dice = Dice(seed: seed)
        app.service.onAsked = { [self] in asked($0) }
    }

    private func asked(_ request: TestService.Request) {
        app?.service.behaviours[request.method] = mood(for: request.method)
        switch request.method {
        case .start: becomeOf(request.call)
        case .ring where dice.percent(25):
            let reasons: [CallEndReason] = [
                .remote, .answeredElsewhere, .declinedElsewhere, .unanswered,
            ]
            tell(.ended(reasons.randomElement(using: &dice) ?? .remote, nil), request.call, 1...40)
        case .accept where dice.percent(30):
            tell(.ended(.remote, nil), request.call, 0...60)
        default: break
        }
        if dice.percent(3) {
            tell(.updated(handle: nil, name: "Ann", hasVideo: nil), request.call, 0...5)
        }
    }

    /// Media can be slow; all else can also fail, or never come to an end.
    private func mood(for method: TestService.Method) -> TestService.Behaviour {
        let isMedia = method == .startMedia || method == .stopMedia
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<70: return .done
        case 70..<88: return .slow(dice.seconds(0.05...2))
        case 88..<95: return isMedia ? .done : .fails
        case 95..<98: return isMedia ? .done : .never
        default: return isMedia ? .slow(4) : .deaf
        }
    }

    private func becomeOf(_ call: Call) {
        if dice.percent(70) { tell(.startedConnecting(nil), call, 0...3) }
        switch Int.random(in: 0..<100, using: &dice) {
        case 0..<75:
            tell(.connected(nil), call, 0...8)
            if dice.percent(30) { tell(.ended(.remote, nil), call, 5...60) }
        case 75..<85: tell(.ended(.remote, nil), call, 0...8)
        case 85..<90: tell(.ended(.failed, nil), call, 0...8)
        default: tell(.ended(.unanswered, nil), call, 10...60)
        }
    }

    private func tell(_ progress: CallProgress, _ call: Call, _ when: ClosedRange<Double>) {
        let id = call.id
        _ = app?.clock.schedule(after: dice.seconds(when)) { [weak app] in
            app?.manager.report(progress, of: id)
        }
    }
}
