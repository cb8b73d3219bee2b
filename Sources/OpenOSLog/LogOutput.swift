// SPDX-License-Identifier: Apache-2.0
package import Foundation

/// Where the lines of logs go, and what stands in them.
package final class LogOutput: Sendable {
    /// What to leave out; nil logs nothing.
    package let least: OSLogType?
    /// Whether private data is written out.
    package let showsPrivate: Bool
    private let now: @Sendable () -> Date
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - least: The type that matters least of those that are written; nil writes nothing.
    ///   - showsPrivate: Whether private data is written out.
    ///   - now: The time of a line.
    ///   - write: Takes a whole line with its newline, on the thread that logs.
    package init(
        least: OSLogType? = .info,
        showsPrivate: Bool = false,
        now: @escaping @Sendable () -> Date = { Date() },
        write: @escaping @Sendable (String) -> Void
    ) {
        self.least = least
        self.showsPrivate = showsPrivate
        self.now = now
        self.write = write
    }

    func isEnabled(_ type: OSLogType) -> Bool {
        least.map { type.severity >= $0.severity } ?? false
    }

    /// Writes one line, whatever the message holds: nobody forges another.
    func log(_ type: OSLogType, subsystem: String, category: String, _ message: String) {
        let source = [subsystem, category].filter { !$0.isEmpty }.joined(separator: ":")
        let head = [LogTime.text(now()), Self.oneLine(source), "[\(type.name)]"]
        let line = (head + [Self.oneLine(message)]).filter { !$0.isEmpty }.joined(separator: " ")
        write(line + "\n")
    }

    /// Longer messages are cut, as Apple's are.
    static let longestMessage = 32_768

    /// The text with what would end or hide a line written out, cut to ``longestMessage`` bytes.
    static func oneLine(_ text: String) -> String {
        var line = "", length = 0
        for scalar in text.unicodeScalars {
            let piece = escaped(scalar)
            length += piece.utf8.count
            guard length <= longestMessage else { return line + "<…>" }
            line += piece
        }
        return line
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch (scalar, scalar.properties.generalCategory) {
        case ("\n", _): "\\n"
        case ("\r", _): "\\r"
        case ("\t", _): "\\t"
        case (_, .control), (_, .lineSeparator), (_, .paragraphSeparator):
            "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: String(scalar)
        }
    }
}

extension LogOutput {
    /// Standard error, which a phone keeps as the app's log; as the environment wants it.
    static let standard: LogOutput = {
        let environment = ProcessInfo.processInfo.environment
        let (output, complaint) = make(environment: environment, write: writeToStandardError)
        if let complaint { writeToStandardError(complaint + "\n") }
        return output
    }()

    /// An output as the environment wants it, and what to say of a value that means nothing.
    package static func make(
        environment: [String: String],
        write: @escaping @Sendable (String) -> Void
    ) -> (LogOutput, complaint: String?) {
        let levels: [(String, OSLogType?)] = [
            ("debug", .debug), ("info", .info), ("default", .default), ("error", .error),
            ("fault", .fault), ("off", nil),
        ]
        let wanted = environment["OPENCALLKIT_LOG_LEVEL"] ?? "info"
        let level = levels.first { $0.0 == wanted }
        let names = levels.map(\.0).joined(separator: ", ")
        let complaint =
            level == nil
            ? "OPENCALLKIT_LOG_LEVEL is \(oneLine(wanted)), which is no level: set one of \(names)"
            : nil
        let output = LogOutput(
            least: level.map(\.1) ?? .info,
            showsPrivate: environment["OPENCALLKIT_LOG_PRIVATE"] == "1", write: write)
        return (output, complaint)
    }

    private static let standardErrorLock = NSLock()

    /// Lines of several threads must not be mixed; a closed standard error loses them.
    @Sendable private static func writeToStandardError(_ line: String) {
        standardErrorLock.lock()
        defer { standardErrorLock.unlock() }
        write(line, to: .standardError)
    }

    /// Writes the text, or loses it where the file is closed or nobody reads the pipe.
    package static func write(_ text: String, to file: FileHandle) {
        withoutBrokenPipes { try? file.write(contentsOf: Data(text.utf8)) }
    }

    /// Keeps a write to a pipe that nobody reads any more from ending the app with SIGPIPE.
    ///
    /// For this thread alone: what the app itself does about the signal stays as it is.
    private static func withoutBrokenPipes(_ write: () -> Void) {
        #if canImport(Glibc)
        var pipe = sigset_t(), before = sigset_t(), pending = sigset_t()
        sigemptyset(&pipe)
        sigaddset(&pipe, SIGPIPE)
        sigpending(&pending)
        pthread_sigmask(SIG_BLOCK, &pipe, &before)
        write()
        if sigismember(&pending, SIGPIPE) != 1 {
            // Takes the signal that the write has raised, if any, before it could arrive.
            var none = timespec()
            while sigtimedwait(&pipe, nil, &none) == -1, errno == EINTR {}
        }
        pthread_sigmask(SIG_SETMASK, &before, nil)
        #else
        write()
        #endif
    }
}
