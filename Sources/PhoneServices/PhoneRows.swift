// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKStorage
import PhoneCore

/// Calls and pushes as rows; the columns are in the order of the statements in ``PhoneDatabase``.
extension RecentCall {
    var columns: [SQLiteStatement.Value] {
        [
            .text(record.description), .text(call.description), .text(bundle),
            .init(handle.map { Int64($0.kind.rawValue) }), .init(handle?.value), .init(name),
            .text(isOutgoing ? "outgoing" : "incoming"), .integer(hasVideo ? 1 : 0),
            .integer(began.milliseconds), .init(connected?.milliseconds),
            .init(ended?.milliseconds), .init(outcome?.rawValue),
        ]
    }

    /// Nil for a row that no phone has written.
    init?(columns: [SQLiteStatement.Value]) {
        guard columns.count == 12,
            let record = columns[0].text.flatMap(RecordID.init),
            let call = columns[1].text.flatMap(CallID.init),
            let bundle = columns[2].text,
            let began = columns[8].integer
        else { return nil }
        self.init(
            record: record,
            call: call,
            bundle: bundle,
            handle: Handle(kind: columns[3].integer, value: columns[4].text),
            name: columns[5].text,
            isOutgoing: columns[6].text == "outgoing",
            hasVideo: columns[7].integer == 1,
            began: WallTime(milliseconds: began),
            connected: columns[9].integer.map(WallTime.init(milliseconds:)),
            ended: columns[10].integer.map(WallTime.init(milliseconds:)),
            outcome: columns[11].text.flatMap(CallOutcome.init(rawValue:))
        )
    }
}

extension PushRecord {
    var columns: [SQLiteStatement.Value] {
        var call: String?
        var error: Int64?
        switch outcome {
        case .rang(let id): call = id.description
        case .refused(let code): error = Int64(code.rawValue)
        case .pending, .handed, .notRequired, .notReported, .notInstalled, .notStarted, .appEnded,
            .dropped, .expired, .lost:
            break
        }
        return [
            .text(id.description), .integer(Int64(bitPattern: number)), .text(bundle),
            .integer(received.milliseconds), .text(outcome.name), .init(call), .init(error),
            .integer(Int64(generation)),
            content.map { .blob($0.payload.array) } ?? .null,
            .init(content?.accepted?.milliseconds), .init(content?.expiration),
        ]
    }

    /// Nil for a row that no phone has written.
    init?(columns: [SQLiteStatement.Value]) {
        guard columns.count == 8,
            let id = columns[0].text.flatMap(PushID.init),
            let number = columns[1].integer,
            let bundle = columns[2].text,
            let received = columns[3].integer,
            let generation = columns[7].integer,
            let outcome = PushOutcome(
                name: columns[4].text,
                call: columns[5].text.flatMap(CallID.init),
                error: columns[6].integer.flatMap { IncomingCallError(rawValue: Int($0)) }
            )
        else { return nil }
        self.init(
            id: id,
            number: UInt64(bitPattern: number),
            bundle: bundle,
            received: WallTime(milliseconds: received),
            outcome: outcome,
            generation: Int(generation)
        )
    }
}

extension ArrivedPush {
    /// Nil for a row that no phone has written.
    init?(columns: [SQLiteStatement.Value]) {
        guard columns.count == 7,
            let id = columns[0].text.flatMap(PushID.init),
            let number = columns[1].integer,
            let bundle = columns[2].text,
            let received = columns[3].integer,
            let payload = columns[4].blob
        else { return nil }
        self.init(
            id: id,
            number: UInt64(bitPattern: number),
            bundle: bundle,
            payload: Bytes(payload),
            accepted: columns[5].integer.map(WallTime.init(milliseconds:)),
            expiration: columns[6].integer,
            origin: .earlierRun(received: WallTime(milliseconds: received))
        )
    }
}

extension PushOutcome {
    fileprivate init?(name: String?, call: CallID?, error: IncomingCallError?) {
        switch name {
        case "pending": self = .pending
        case "handed": self = .handed
        case "rang":
            guard let call else { return nil }
            self = .rang(call)
        case "refused": self = .refused(error ?? .unknown)
        case "notRequired": self = .notRequired
        case "notReported": self = .notReported
        case "notInstalled": self = .notInstalled
        case "notStarted": self = .notStarted
        case "appEnded": self = .appEnded
        case "dropped": self = .dropped
        case "expired": self = .expired
        case "lost": self = .lost
        default: return nil
        }
    }
}
