// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The faults that were asked for, and how often each has happened.
struct FaultDesk: Sendable {
    private struct Row: Sendable {
        var status: FaultStatus
        /// Requests, deliveries or connections that it fitted.
        var matchCount = 0
    }

    private var rows: [Row] = []
    private var nextNumber = 1
    /// The whole service is away.
    var isAway = false

    var isEmpty: Bool { rows.isEmpty }
    var all: [FaultStatus] { rows.map(\.status) }

    /// - Returns: Its number.
    mutating func add(_ rule: FaultRule, hitCount: Int = 0) -> Int {
        defer { nextNumber += 1 }
        let status = FaultStatus(number: nextNumber, rule: rule, hitCount: hitCount)
        rows.append(Row(status: status))
        return nextNumber
    }

    mutating func remove(where fits: (FaultStatus) -> Bool) { rows.removeAll { fits($0.status) } }

    /// The fault that happens to this request; the first that fits, in the order of adding.
    mutating func hit(
        token: WrittenToken?,
        topic: Span<UInt8>
    ) -> FaultStatus? {
        for index in rows.indices where !rows[index].status.rule.action.isOfDelivery {
            let match = rows[index].status.rule.match
            guard !match.isForConnections, match.fits(token, topic) else { continue }
            if let status = count(index) { return status }
        }
        return nil
    }

    /// The fault that happens to this delivery.
    mutating func hitDelivery(token: [UInt8], topic: [UInt8]) -> FaultStatus? {
        for index in rows.indices where rows[index].status.rule.action.isOfDelivery {
            let written = WrittenToken.key(TokenKey(token))
            guard rows[index].status.rule.match.fits(written, topic.span) else { continue }
            if let status = count(index) { return status }
        }
        return nil
    }

    /// The fault that happens to a new connection.
    mutating func hitConnection() -> FaultStatus? {
        for index in rows.indices where rows[index].status.rule.match.isForConnections {
            if let status = count(index) { return status }
        }
        return nil
    }

    /// Counts a match.
    ///
    /// - Returns: The fault, if it is its turn.
    private mutating func count(_ index: Int) -> FaultStatus? {
        if case .away = rows[index].status.rule.action { return nil }
        if let left = rows[index].status.rule.match.timesLeft, left < 1 { return nil }
        rows[index].matchCount += 1
        guard rows[index].matchCount % (rows[index].status.rule.match.everyNth ?? 1) == 0 else {
            return nil
        }
        rows[index].status.hitCount += 1
        if let left = rows[index].status.rule.match.timesLeft {
            rows[index].status.rule.match.timesLeft = left - 1
        }
        return rows[index].status
    }
}

extension FaultMatch {
    fileprivate func fits(_ token: WrittenToken?, _ topic: Span<UInt8>) -> Bool {
        if let wanted = self.topic, !topic.isEqual(to: Array(wanted.utf8)) { return false }
        guard let tokenPrefix else { return true }
        guard case .key(let key) = token else { return false }
        return key.bytes.starts(with: tokenPrefix)
    }
}

extension TokenKey {
    fileprivate var bytes: [UInt8] {
        switch self {
        case .bytes(let bytes): bytes
        case .four(let a, let b, let c, let d):
            [a, b, c, d].flatMap { word in
                (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
            }
        }
    }
}
