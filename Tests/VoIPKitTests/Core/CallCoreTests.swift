// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

/// A core with a clock of its own; events go in by name.
struct CoreRig {
    var core: CallCore
    var now = Date(timeIntervalSince1970: 1_800_000_000)
    private var actionCount = 100

    init(features: CallFeatures = [.holding, .grouping, .ungrouping, .digits]) {
        var configuration = CallConfiguration()
        configuration.features = features
        core = CallCore(configuration: configuration)
    }

    @discardableResult mutating func give(_ event: CallEvent) -> [CallEffect] {
        var effects: [CallEffect] = []
        core.apply(event, at: now, into: &effects)
        return effects
    }

    mutating func action(_ kind: CallAction.Kind, _ call: UUID) -> CallAction {
        actionCount += 1
        return CallAction(id: .numbered(actionCount), call: call, kind: kind)
    }

    @discardableResult mutating func perform(
        _ kind: CallAction.Kind, _ call: UUID
    ) -> (id: UUID, effects: [CallEffect]) {
        let action = action(kind, call)
        return (action.id, give(.perform(action)))
    }

    @discardableResult mutating func request(
        _ kind: CallAction.Kind, _ call: UUID
    ) -> (action: CallAction, effects: [CallEffect]) {
        let action = action(kind, call)
        return (action, give(.requested([action])))
    }

    // MARK: Ways to a state

    static let handle = CallHandle(.phoneNumber, "+4930123456")
    static let start = CallAction.Kind.start(handle, name: nil, hasVideo: false)

    mutating func comeIn(_ id: UUID) -> [CallEffect] {
        give(.incoming(IncomingCall(id: id, handle: Self.handle)))
    }

    mutating func ring(_ id: UUID) {
        _ = comeIn(id)
        give(.reportAnswered(call: id, nil))
    }

    /// An incoming call that was answered.
    mutating func talk(_ id: UUID) {
        ring(id)
        let answer = perform(.answer, id)
        give(.served(answer.id, nil))
    }

    /// An outgoing call whose Start is being served.
    mutating func dial(_ id: UUID) -> UUID { perform(Self.start, id).id }

    /// Refuses what was asked for again at once, after each of the pauses too.
    mutating func refuseUntilGivenUp(_ action: CallAction, _ error: CallError) {
        for _ in CallTransaction.pauses.dropFirst() {
            let effects = give(.requestAnswered([action.id], error))
            guard case .arm(let pause, let date)? = effects.first, effects.count == 1 else {
                Issue.record("\(effects)")
                return
            }
            now = date
            #expect(give(.deadlinePassed(pause)) == [.request([action])])
        }
        let last = give(.requestAnswered([action.id], error))
        #expect(last.bare == [.answerRequest(action: action.id, error)])
    }

    func call(_ id: UUID) -> Call? { core.calls.first { $0.id == id } }
}

extension [CallEffect] {
    /// What the service is asked, in order.
    var tasks: [ServiceTask] {
        compactMap { if case .serve(_, let task) = $0 { task } else { nil } }
    }

    /// Under which identifier the service is asked first.
    var firstTask: UUID? {
        for case .serve(let id, _) in self { return id }
        return nil
    }

    var ends: [Call] {
        compactMap { if case .changed(.ended(let call)) = $0 { call } else { nil } }
    }

    /// All but what those who watch are told and when deadlines are.
    var bare: [CallEffect] {
        filter {
            switch $0 {
            case .changed, .arm, .disarm, .remember, .forget: false
            default: true
            }
        }
    }
}

let one = UUID.numbered(1)
let two = UUID.numbered(2)
let three = UUID.numbered(3)
