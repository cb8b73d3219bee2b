// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// The last pushes, and how far each has come.
///
/// A ring of rows: a step of a push changes its row where it is, and costs no memory.
struct PushJournal {
    /// A push that was answered.
    struct Row {
        /// Grows with each.
        var number: UInt64
        var at: WallTime
        /// Its answer.
        var entry: JournalEntry
        var state: PushReport.State
        var cause: JournalEntry.DropCause?
        var storedAt: WallTime?
        var sentAt: WallTime?
        var endedAt: WallTime?
        var remarks: [Remark] = []
        var payload: [UInt8]?
    }

    private let countMax: Int
    private let keepsPayloads: Bool
    private var rows: [Row] = []
    private var nextNumber: UInt64 = 1
    /// Where the pushes are to which something more will happen.
    private var places: [PushKey: Int] = [:]
    /// The newest of them, apart: most pushes of one attempt come to their end before the next one
    /// comes, and never cost the table anything.
    private var newest: (key: PushKey, place: Int)?
    /// Of requests that have no answer yet: payloads, where they are kept, and remarks.
    private var payloads: [RequestKey: [UInt8]] = [:]
    private var remarks: [(request: RequestKey, remark: Remark)] = []

    /// Remarks on requests that are never answered go when so many others came.
    private static let remarkCountMax = 256

    init(countMax: Int, keepsPayloads: Bool) {
        self.countMax = max(1, countMax)
        self.keepsPayloads = keepsPayloads
    }

    // MARK: What happens

    /// Keeps the payload of a request until it is answered, or its connection goes.
    mutating func note(_ event: GatewayEvent) {
        switch event {
        case .pushRequested(let request): payloads[request.key] = request.body
        case .providerClosed(let connection):
            for key in payloads.keys where key.connection == connection { payloads[key] = nil }
        default: break
        }
    }

    mutating func add(_ remark: Remark, to request: RequestKey) {
        if remarks.count >= Self.remarkCountMax { remarks.removeFirst() }
        remarks.append((request, remark))
    }

    /// Takes a step.
    ///
    /// - Returns: The place of the push; nil for one that was forgotten.
    mutating func take(_ entry: JournalEntry, at now: WallTime) -> Int? {
        switch entry.step {
        case .accepted:
            let place = append(entry, .accepted, at: now)
            if let newest { places[newest.key] = newest.place }
            newest = entry.number.map { ($0, place) }
            return place
        case .refused: return append(entry, .refused, at: now)
        case .stored: return step(entry, at: now) { $0.storedAt = $0.storedAt ?? now }
        case .sent:
            return step(entry, at: now) {
                $0.sentAt = $0.sentAt ?? now
                $0.state = .sent
            }
        case .acknowledged: return end(entry, .acknowledged, at: now)
        case .expired: return end(entry, .expired, at: now)
        case .displaced: return end(entry, .displaced, at: now)
        case .collapsed: return end(entry, .collapsed, at: now)
        case .dropped(let cause):
            let isRemoval = cause == .unregistered || cause == .deviceRemoved
            return end(entry, isRemoval ? .removed : .dropped, at: now, cause)
        }
    }

    private mutating func append(
        _ entry: JournalEntry, _ state: PushReport.State, at now: WallTime
    ) -> Int {
        let row = Row(
            number: nextNumber,
            at: now,
            entry: entry,
            state: state,
            endedAt: state == .refused ? now : nil,
            remarks: takeRemarks(of: entry),
            payload: takePayload(of: entry)
        )
        nextNumber += 1
        guard rows.count >= countMax else {
            rows.append(row)
            return rows.count - 1
        }
        let place = Int((row.number - 1) % UInt64(countMax))
        if rows[place].endedAt == nil, let older = rows[place].entry.number { forget(older) }
        rows[place] = row
        return place
    }

    /// What was remarked on the request before it was answered, and with its answer.
    private mutating func takeRemarks(of entry: JournalEntry) -> [Remark] {
        var found: [Remark] = []
        if !remarks.isEmpty, let request = entry.request {
            found = remarks.filter { $0.request == request }.map(\.remark)
            remarks.removeAll { $0.request == request }
        }
        if let remark = entry.remark { found.append(remark) }
        return found
    }

    private mutating func takePayload(of entry: JournalEntry) -> [UInt8]? {
        guard keepsPayloads, let request = entry.request else { return nil }
        return payloads.removeValue(forKey: request)
    }

    private mutating func step(
        _ entry: JournalEntry, at now: WallTime, _ change: (inout Row) -> Void
    ) -> Int? {
        guard let key = entry.number else { return nil }
        let found = newest?.key == key ? newest?.place : places[key]
        guard let place = found else { return nil }
        change(&rows[place])
        return place
    }

    private mutating func end(
        _ entry: JournalEntry, _ state: PushReport.State, at now: WallTime,
        _ cause: JournalEntry.DropCause? = nil
    ) -> Int? {
        guard let key = entry.number, let place = forget(key) else { return nil }
        rows[place].state = state
        rows[place].cause = cause
        rows[place].endedAt = now
        return place
    }

    /// Nothing more happens to that push.
    ///
    /// - Returns: Its place; nil if it was forgotten before.
    @discardableResult
    private mutating func forget(_ key: PushKey) -> Int? {
        guard let newest, newest.key == key else { return places.removeValue(forKey: key) }
        self.newest = nil
        return newest.place
    }

    // MARK: What is asked

    func report(at place: Int) -> PushReport { PushReport(rows[place]) }

    /// Oldest first.
    func reports(_ query: JournalQuery) -> [PushReport] {
        let start = rows.count < countMax ? 0 : Int((nextNumber - 1) % UInt64(countMax))
        var reports: [PushReport] = []
        for offset in rows.indices.reversed() {
            if let count = query.count, reports.count >= count { break }
            let report = report(at: (start + offset) % rows.count)
            if query.fits(report) { reports.append(report) }
        }
        return reports.reversed()
    }
}

extension PushReport {
    init(_ row: PushJournal.Row) {
        let entry = row.entry
        var status = 200
        var reason: APNsReason?
        if case .refused(let refusal) = entry.step {
            status = refusal.status
            reason = refusal
        }
        self.init(
            number: row.number, at: row.at.milliseconds, environment: entry.environment.rawValue,
            id: entry.apnsID.description, status: status)
        self.reason = reason?.rawValue
        topic = entry.app?.topic ?? entry.topic
        token = entry.tokenHead.map { head in
            Bytes((0..<4).map { UInt8(truncatingIfNeeded: head >> UInt32(24 - 8 * $0)) })
                .hexadecimal
        }
        uniqueID = entry.uniqueID.map { $0.description.lowercased() }
        type = entry.pushType?.rawValue
        priority = Int(entry.priority)
        expiration = entry.expiration
        byteCount = entry.payloadByteCount
        state = row.state
        detail = row.cause?.words
        storedAt = row.storedAt?.milliseconds
        sentAt = row.sentAt?.milliseconds
        endedAt = row.endedAt?.milliseconds
        remarks = row.remarks.map(\.words)
        payload = row.payload.flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension JournalEntry.DropCause {
    /// As a log has it.
    var words: String {
        switch self {
        case .deviceAway: "one attempt, and the phone was away"
        case .connectionLost: "one attempt, and the phone went before it acknowledged"
        case .unregistered: "the app is gone"
        case .deviceRemoved: "the phone was removed"
        }
    }
}
