// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKTimeline
import OCKWire

/// The processes of the demo, and the folder that they work in.
///
/// Work is done while something is waited for: ``wait(_:)`` runs the loop, on which all output is
/// read. ``close()`` ends every process and removes what the demo has made, however far it got.
final class DemoStage {
    /// What the daemons have traced, as it comes.
    var onEntry: (TimelineEntry) -> Void = { _ in }
    let home: String
    /// The way to this command that a person can paste.
    let program: String

    private let loop: EventLoop
    private let ownsHome: Bool
    private var signals: [SignalWatch] = []
    private var isOver = false
    private(set) var isInterrupted = false
    private var daemons: [Daemon] = []
    private var errands: [Errand] = []
    private var children: [ChildProcess] {
        (daemons.compactMap(\.process) + errands.compactMap(\.process))
    }

    /// - Parameter home: Nil for a folder of its own, which is removed at the end.
    /// - Throws: Where that folder cannot be made.
    init(home: String?) throws(CommandFailure) {
        do {
            loop = try EventLoop()
        } catch {
            throw CommandFailure(.unavailable, "\(error)")
        }
        ownsHome = home == nil
        self.home = try Self.folder(home)
        program = Self.programWord
        signals = [SIGINT, SIGTERM, SIGHUP].map { number in
            loop.onSignal(number) { [unowned self] in
                isInterrupted = true
                loop.stop()
            }
        }
        signals.append(
            loop.onSignal(SIGCHLD) { [unowned self] in
                for child in children { child.reap() }
                loop.stop()
            }
        )
    }

    // MARK: Processes

    /// A daemon of the demo, from its start to its ready line.
    private final class Daemon {
        var ready: ReadyLine?
        var reader = TraceReader()
        var process: ChildProcess?
        let errorFile: String
        /// Where its own lines begin, behind those of one before it.
        let errorStart: Int

        init(errorFile: String) {
            self.errorFile = errorFile
            errorStart = (try? readFile(errorFile, limit: DemoStage.logByteCountMax))?.count ?? 0
        }

        var exitCode: Int32? { process?.exitCode }
    }

    /// Starts a sub-command that prints a ready line and traces, and waits for the ready line.
    ///
    /// - Parameters:
    ///   - name: What messages and its log call it.
    ///   - words: The sub-command and its options.
    ///   - mayBeUnavailable: Whether to give nil where it ends with the code for a port that is
    ///     taken.
    /// - Returns: Its ready line.
    /// - Throws: Where it ended, with its own words, or the demo is interrupted.
    func startDaemon(
        _ name: String,
        _ words: [String],
        mayBeUnavailable: Bool = false
    ) throws(CommandFailure) -> ReadyLine? {
        let daemon = Daemon(errorFile: "\(home)/\(name).log")
        let flags = ["--trace", "--json", "--\(Lifeline.option.name)", "--home", home]
        let process = try ChildProcess(
            [ChildProcess.thisProgram] + words + flags,
            errorFile: daemon.errorFile,
            on: loop
        ) { [unowned self, unowned daemon] bytes in
            for line in daemon.reader.append(bytes) { take(line, of: daemon) }
        }
        daemon.process = process
        daemons.append(daemon)
        try wait(seconds: 20, for: "the \(name) to be ready") {
            daemon.ready != nil || process.exitCode != nil
        }
        if let ready = daemon.ready { return ready }
        let isUnavailable = process.exitCode == ExitCode.unavailable.rawValue
        if isUnavailable, mayBeUnavailable { return nil }
        let code = process.exitCode.map { " with \($0)" } ?? ""
        throw CommandFailure(.failed, "the \(name) ended\(code): \(lastWords(of: daemon))")
    }

    private func take(_ line: [UInt8], of daemon: Daemon) {
        if let entry = try? MessageCoder.decode(TimelineEntry.self, from: line) {
            onEntry(entry)
        } else if let ready = try? MessageCoder.decode(ReadyLine.self, from: line) {
            daemon.ready = ready
        }
    }

    /// Runs a sub-command to its end.
    ///
    /// - Returns: What it printed.
    /// - Throws: Where it fails: it has said why on standard error, and its words are repeated
    ///   here.
    @discardableResult
    func run(_ words: [String]) throws(CommandFailure) -> [UInt8] {
        let errorFile = "\(home)/commands.log"
        let result = try runAny(
            [ChildProcess.thisProgram] + words + ["--home", home],
            errorFile: errorFile
        )
        guard result.exitCode == 0 else {
            let reason = Self.lastLine(of: errorFile) ?? "exit code \(result.exitCode)"
            throw CommandFailure(.failed, "'\(words.joined(separator: " "))': \(reason)")
        }
        return result.output
    }

    /// Runs any program to its end.
    func runAny(
        _ words: [String],
        errorFile: String
    ) throws(CommandFailure) -> (exitCode: Int32, output: [UInt8]) {
        let errand = try start(words, errorFile: errorFile)
        try wait(seconds: 60, for: "'\(words[0])' to end") { errand.exitCode != nil }
        return (errand.exitCode ?? -1, errand.output)
    }

    /// A program that runs while something else is waited for.
    final class Errand {
        /// What it has printed; the first 64 KiB of it.
        fileprivate(set) var output: [UInt8] = []
        fileprivate var process: ChildProcess?

        /// Nil until it has ended and all its output is here.
        var exitCode: Int32? {
            process.flatMap { $0.hasClosedOutput ? $0.exitCode : nil }
        }
    }

    func start(_ words: [String], errorFile: String) throws(CommandFailure) -> Errand {
        let errand = Errand()
        let process = try ChildProcess(words, errorFile: errorFile, on: loop) { [unowned errand] in
            if errand.output.count < Limits.frameByteCount { errand.output += $0 }
        }
        errand.process = process
        errands.append(errand)
        return errand
    }

    /// The last line that a daemon wrote to its standard error.
    private func lastWords(of daemon: Daemon) -> String {
        Self.lastLine(of: daemon.errorFile, from: daemon.errorStart) ?? "without a word"
    }

    // MARK: Waiting

    /// Runs the loop until the condition holds.
    ///
    /// - Returns: False where the time has passed before.
    func wait(seconds: Double?, until condition: () -> Bool) -> Bool {
        isOver = false
        let alarm = loop.timer { [unowned self] in
            isOver = true
            loop.stop()
        }
        if let seconds { alarm.arm(after: .seconds(max(0, seconds))) }
        defer { alarm.disarm() }
        while !condition() {
            guard !isOver, !isInterrupted else { return false }
            loop.run()
        }
        return true
    }

    private func wait(
        seconds: Double,
        for words: String,
        until condition: () -> Bool
    ) throws(CommandFailure) {
        guard !wait(seconds: seconds, until: condition) else { return }
        throw CommandFailure(
            .failed,
            isInterrupted ? "interrupted" : "waited \(Int(seconds)) s in vain for \(words)"
        )
    }

    /// Ends the daemons in their order and reads what they still print.
    func stopDaemons() {
        for process in daemons.reversed().compactMap(\.process) {
            process.closeLifeline()
            process.signal(SIGTERM)
            _ = waitUninterrupted(seconds: 5) {
                process.exitCode != nil && process.hasClosedOutput
            }
        }
    }

    /// Leaves no process and no folder of its own behind.
    func close() {
        for errand in errands { errand.process?.signal(SIGKILL) }
        stopDaemons()
        for child in children { child.signal(SIGKILL) }
        _ = waitUninterrupted(seconds: 5) { children.allSatisfy { $0.exitCode != nil } }
        daemons = []
        errands = []
        if ownsHome { removeTree(home) }
    }

    private func waitUninterrupted(seconds: Double, until condition: () -> Bool) -> Bool {
        let before = isInterrupted
        isInterrupted = false
        defer { isInterrupted = before }
        return wait(seconds: seconds, until: condition)
    }

    // MARK: Places

    private static var programWord: String {
        let word = CommandLine.arguments.first ?? "opencallkit"
        return word.contains("/") ? word : "opencallkit"
    }

    private static func folder(_ home: String?) throws(CommandFailure) -> String {
        if let home {
            try makeFolder(home)
            return try absolutePath(home)
        }
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/opencallkit-demo.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(
                .cannotCreate,
                "cannot make a folder in \(parent): \(errorWords(errno)); set TMPDIR to another, "
                    + "or give one with --home"
            )
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let logByteCountMax = 1 << 20

    private static func lastLine(of path: String, from start: Int = 0) -> String? {
        guard let bytes = try? readFile(path, limit: logByteCountMax) else { return nil }
        let text = String(decoding: bytes.dropFirst(start), as: UTF8.self)
        let line = text.split(separator: "\n").last
        let prefix = "opencallkit: "
        return line.map { String($0.hasPrefix(prefix) ? $0.dropFirst(prefix.count) : $0) }
    }
}
