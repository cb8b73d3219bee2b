// SPDX-License-Identifier: Apache-2.0
import Foundation
import OpenOSLog
import Synchronization

/// Keeps what is logged.
final class LogProbe: Sendable {
    private let kept = Mutex<[String]>([])
    private let least: OSLogType?
    private let showsPrivate: Bool

    init(least: OSLogType? = .debug, showsPrivate: Bool = false) {
        self.least = least
        self.showsPrivate = showsPrivate
    }

    /// Noon of the first of January 2026, and 250 milliseconds.
    static let noon = Date(timeIntervalSince1970: 1_767_268_800.25)

    /// A log of calls that this keeps.
    var log: OSLog {
        OSLog(
            subsystem: "com.example.hotline", category: "calls",
            output: LogOutput(
                least: least, showsPrivate: showsPrivate, now: { Self.noon },
                write: { line in self.kept.withLock { $0.append(line) } }))
    }

    var logger: Logger { Logger(log) }

    /// The whole lines.
    var lines: [String] { kept.withLock { $0 } }

    /// The messages alone.
    var messages: [String] {
        lines.map { line in
            let head = line.range(of: "] ")?.upperBound ?? line.startIndex
            return String(line[head...].dropLast())
        }
    }
}
