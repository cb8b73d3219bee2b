// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A step of a push as a line of the log, written without an allocation for one that went well.
enum PushLogLine {
    /// Whether the step has a line of its own.
    static func isTold(_ step: JournalEntry.Step, logsAccepted: Bool) -> Bool {
        switch step {
        case .refused: true
        case .accepted, .expired, .displaced, .collapsed, .dropped: logsAccepted
        case .stored, .sent, .acknowledged: false
        }
    }

    /// Appends the line without its end.
    static func append(_ entry: JournalEntry, to line: inout [UInt8]) {
        append("push ", to: &line)
        withUnsafeTemporaryAllocation(byteCount: WrittenPushID.byteCount, alignment: 1) {
            WrittenPushID(made: entry.apnsID).write(to: $0)
            line.append(contentsOf: $0)
        }
        if entry.environment == .development { append(" development", to: &line) }
        append(" topic=", to: &line)
        if let app = entry.app {
            line.append(contentsOf: app.bundle.utf8)
            if app.kind == .voip { append(".voip", to: &line) }
        } else {
            line.append(contentsOf: (entry.topic ?? "-").utf8)
        }
        if let head = entry.tokenHead {
            append(" token=", to: &line)
            appendHexadecimal(head, to: &line)
        }
        switch entry.step {
        case .accepted: append(" status=200", to: &line)
        case .refused(let reason):
            let words = entry.remark.map { " (\($0.words))" } ?? ""
            line.append(
                contentsOf: " status=\(reason.status) reason=\(reason.rawValue)\(words)".utf8)
        case .dropped(let cause):
            append(" dropped: ", to: &line)
            line.append(contentsOf: cause.words.utf8)
        case .expired: append(" expired", to: &line)
        case .displaced: append(" displaced by a newer one", to: &line)
        case .collapsed: append(" replaced by a newer one of its collapse id", to: &line)
        case .stored: append(" stored", to: &line)
        case .sent: append(" sent", to: &line)
        case .acknowledged: append(" acknowledged", to: &line)
        }
    }

    private static func append(_ text: StaticString, to line: inout [UInt8]) {
        line.append(
            contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func appendHexadecimal(_ head: UInt32, to line: inout [UInt8]) {
        for nibble in 0..<8 {
            let value = UInt8(truncatingIfNeeded: head >> UInt32(28 - 4 * nibble)) & 15
            line.append(value < 10 ? 0x30 + value : 0x61 + value - 10)
        }
    }
}
