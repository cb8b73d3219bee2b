// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKWire

/// What a daemon prints, none of which its loop waits for.
struct DaemonOutput {
    /// The words before each line of the log.
    let name: String

    private let lines = LineWriter(STDOUT_FILENO) { #"{"dropped":\#($0)}"# }
    private let logLines: LineWriter
    private let logPrefix: [UInt8]
    private let hints: HomeHints

    /// - Parameters:
    ///   - name: `gateway`, `phone` or `provider`.
    ///   - hints: The home that commands in the log's lines are for.
    init(_ name: String, _ hints: HomeHints) {
        self.name = name
        self.hints = hints
        logPrefix = Array(Output.errorLine("\(name): ").utf8)
        logLines = LineWriter(STDERR_FILENO) { count in
            Output.errorLine("\(name): dropped lines that nobody read: \(count)")
        }
    }

    func line(_ text: String) { lines.write(text) }

    /// One line on standard error.
    func log(_ text: String) {
        logLines.write(Output.errorLine("\(name): \(hints.applied(to: text))"))
    }

    /// Whole lines on standard error, each with its line feed.
    func log(_ lines: ArraySlice<UInt8>) { logLines.write(lines, prefix: logPrefix) }

    /// A line that says that the daemon is ready; it is a few hundred bytes, and fits.
    func ready(_ ready: ReadyLine) { json(ready) }

    /// A line of the trace.
    func trace(_ entry: TimelineEntry) { json(entry) }

    private func json(_ value: some Encodable) {
        guard let bytes = try? MessageCoder.encode(value) else { return }
        lines.write(String(decoding: bytes, as: UTF8.self))
    }

    /// Lets what waits be written, for a second at most, and takes no more.
    ///
    /// Where standard output could not be written, ``Output/check()`` tells.
    func finish() {
        let end = EventLoop.monotonicNanoseconds() + 1_000_000_000
        let deadline = timespec(
            tv_sec: time_t(end / 1_000_000_000),
            tv_nsec: Int(end % 1_000_000_000)
        )
        if let reason = lines.finish(by: deadline) { Output.failed(reason) }
        _ = logLines.finish(by: deadline)
    }
}
