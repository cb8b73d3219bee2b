// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

extension FaultForm {
    /// The fault as the core takes it.
    ///
    /// - Throws: As ``check()``.
    func rule() throws(FaultFormError) -> FaultRule {
        try check()
        let rule = FaultRule(
            match: FaultMatch(
                tokenPrefix: token.flatMap { Bytes(hexadecimal: $0)?.array },
                topic: topic,
                isForConnections: connections ?? false,
                everyNth: every,
                timesLeft: times
            ),
            action: coreAction
        )
        if let problem = rule.problem { throw FaultFormError(words: problem) }
        return rule
    }

    private var coreAction: FaultAction {
        let interval = Interval.milliseconds(max(1, Int64(((seconds ?? 0) * 1_000).rounded())))
        let reason = reason.flatMap(APNsReason.init(rawValue:))
        return switch action {
        case .answer: .answer(reason ?? .internalServerError)
        case .delay: .delay(interval)
        case .stall: .stall
        case .drop: .drop
        case .goaway: .goAway(reason)
        case .away: .away(interval)
        case .delayDelivery: .delayDelivery(interval)
        case .reorder: .reorderDeliveries
        case .duplicate: .duplicateDelivery
        case .lose: .loseDelivery
        }
    }

    /// A fault that the core has; `times` are those that are left.
    init(_ rule: FaultRule) {
        switch rule.action {
        case .answer(let reason):
            self.init(.answer)
            self.reason = reason.rawValue
        case .delay(let interval): self.init(.delay, interval)
        case .stall: self.init(.stall)
        case .drop: self.init(.drop)
        case .goAway(let reason):
            self.init(.goaway)
            self.reason = reason?.rawValue
        case .away(let interval): self.init(.away, interval)
        case .delayDelivery(let interval): self.init(.delayDelivery, interval)
        case .reorderDeliveries: self.init(.reorder)
        case .duplicateDelivery: self.init(.duplicate)
        case .loseDelivery: self.init(.lose)
        }
        token = rule.match.tokenPrefix.map { Bytes($0).hexadecimal }
        topic = rule.match.topic
        connections = rule.match.isForConnections ? true : nil
        every = rule.match.everyNth
        times = rule.match.timesLeft
    }

    private init(_ action: Action, _ interval: Interval) {
        self.init(action)
        seconds = Double(interval.nanoseconds) / 1e9
    }
}

extension FaultReport {
    init(_ status: FaultStatus) {
        self.init(
            number: status.number, fault: FaultForm(status.rule), hits: status.hitCount)
    }
}
