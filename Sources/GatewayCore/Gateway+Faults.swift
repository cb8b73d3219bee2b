// SPDX-License-Identifier: Apache-2.0
import CallModel

extension Gateway {
    /// Takes a fault up; an absence of the whole service begins at once.
    mutating func add(_ rule: FaultRule, at now: Moment, into effects: inout [GatewayEffect]) {
        guard rule.problem == nil else { return }
        guard case .away(let interval) = rule.action else {
            _ = faults.add(rule)
            return
        }
        _ = faults.add(rule, hitCount: 1)
        faults.isAway = true
        deadlines.set(.away, to: now.monotonic + interval)
        for connection in providers.all {
            providers.remove(connection)
            effects.append(.drop(connection))
        }
        for connection in registry.connectionIDs {
            close(connection, refusal: nil, log: "the service is away", into: &effects)
        }
    }

    /// Removes faults; what they hold is let go in its own time.
    mutating func removeFaults(where fits: (FaultStatus) -> Bool) {
        if faults.all.contains(where: { $0.rule.isAbsence && fits($0) }) {
            deadlines.remove(.away)
            endAbsence()
        }
        faults.remove(where: fits)
    }

    /// The service is back.
    mutating func endAbsence() {
        faults.isAway = false
        faults.remove(where: \.rule.isAbsence)
    }

    /// Lets a fault happen to a request.
    ///
    /// - Returns: False if none does.
    mutating func spoil(
        _ request: PushRequest,
        at now: Moment,
        into effects: inout [GatewayEffect]
    ) -> Bool {
        guard let place = providers.place(of: request.key.connection) else { return true }
        let admission = Admission(request, topics: providers[place].topics, rules: rules)
        var token: WrittenToken?
        if case .token(let written) = admission.path { token = written }
        let text = admission.topicText
        let topic = text.span.extracting(admission.topicRange)
        guard let fault = faults.hit(token: token, topic: topic) else { return false }
        let remark = Remark.fault(number: fault.number)
        let key = request.key
        switch fault.rule.action {
        case .answer(let reason):
            refuse(request, admission, at: place, reason, remark, at: now, into: &effects)
        case .delay(let interval):
            let number = newNumber()
            heldRequests[number] = request
            deadlines.set(.request(number), to: now.monotonic + interval)
            effects.append(.remark(key.connection, stream: key.stream, remark))
        case .stall:
            effects.append(.remark(key.connection, stream: key.stream, remark))
        case .goAway:
            spoil(key.connection, by: fault, into: &effects)
            // What had come is finished, as after any GOAWAY.
            return false
        default:
            spoil(key.connection, by: fault, into: &effects)
        }
        return true
    }
}

extension FaultRule {
    fileprivate var isAbsence: Bool {
        if case .away = action { true } else { false }
    }
}
