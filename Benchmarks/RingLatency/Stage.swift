// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKTimeline
import OCKWire

/// The processes of the benchmark, and the loop on which all that they print is read.
final class Stage {
    let loop: EventLoop
    let home: String
    /// What the daemons have traced.
    private(set) var entries: [TimelineEntry] = []
    private var counts: [TimelineStep: Int] = [:]
    private var daemons: [Child] = []
    private var alarm: LoopTimer?
    private var isLate = false

    private let programs: String

    init() throws {
        loop = try EventLoop()
        var template = Array("/tmp/opencallkit-bench.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Trouble("cannot make a folder in /tmp") }
        home = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let own = realpath("/proc/self/exe", nil).map { pointer in
            defer { free(pointer) }
            return String(cString: pointer)
        }
        let beside = (own ?? "").split(separator: "/").dropLast().joined(separator: "/")
        programs = getenv("OPENCALLKIT_BIN_DIR").map { String(cString: $0) } ?? "/\(beside)"
    }

    func program(_ name: String) -> String { "\(programs)/\(name)" }

    /// Starts a daemon of the command and waits for its ready line.
    func startDaemon(_ words: [String]) throws -> [UInt8] {
        let all = [program("opencallkit")] + words + ["--home", home, "--json", "--trace"]
        let child = try Child(all, on: loop)
        daemons.append(child)
        var ready: [UInt8]?
        child.onLine = { [unowned self] line in
            if let entry = try? MessageCoder.decode(TimelineEntry.self, from: line) {
                entries.append(entry)
                counts[entry.step, default: 0] += 1
            } else if ready == nil {
                ready = line
            }
            loop.stop()
        }
        try wait(for: "'\(words.joined(separator: " "))' to be ready") { ready != nil }
        return ready ?? []
    }

    /// Starts a program that prints nothing that matters.
    func startOther(_ words: [String]) throws { daemons.append(try Child(words, on: loop)) }

    /// Runs a sub-command to its end, and gives its first line.
    @discardableResult
    func command(_ words: [String]) throws -> [UInt8] {
        let child = try Child([program("opencallkit")] + words + ["--home", home], on: loop)
        var first: [UInt8]?
        var hasEnded = false
        child.onLine = { first = first ?? $0 }
        child.onEnd = { [unowned self] in
            hasEnded = true
            loop.stop()
        }
        try wait(for: "'\(words.joined(separator: " "))'") { hasEnded }
        guard child.reap() == 0 else {
            throw Trouble("'\(words.joined(separator: " "))' failed")
        }
        return first ?? []
    }

    func count(of step: TimelineStep) -> Int { counts[step] ?? 0 }

    func wait(for step: TimelineStep, after count: Int) throws {
        try wait(for: step.rawValue) { self.count(of: step) > count }
    }

    func wait(for what: String, until condition: () -> Bool) throws {
        isLate = false
        let alarm = loop.timer { [unowned self] in
            isLate = true
            loop.stop()
        }
        alarm.arm(after: .seconds(30))
        defer { alarm.disarm() }
        while !condition() {
            guard !isLate else { throw Trouble("waited 30 s in vain for \(what)") }
            loop.run()
        }
    }

    func close() {
        for child in daemons.reversed() {
            child.signal(SIGTERM)
            _ = child.reap()
        }
        daemons = []
        guard let removing = try? Child.spawn(["rm", "-rf", home], output: nil) else { return }
        while waitpid(removing, nil, 0) < 0, errno == EINTR {}
    }
}

/// Why there is no measurement.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A process whose output is read on the loop.
final class Child {
    var onLine: ([UInt8]) -> Void = { _ in }
    var onEnd: () -> Void = {}

    private let identifier: pid_t
    private let output: Int32
    private var watch: DescriptorWatch?
    private var reader = TraceReader()

    init(_ words: [String], on loop: EventLoop, input: Int32? = nil) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Trouble("cannot make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        output = ends[0]
        identifier = try Self.spawn(words, output: ends[1], input: input)
        Glibc.close(ends[1])
        watch = loop.watch(descriptor: output) { [unowned self] in read() }
    }

    deinit {
        watch?.cancel()
        close(output)
    }

    func signal(_ number: Int32) { kill(identifier, number) }

    func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }

    static func spawn(_ words: [String], output: Int32?, input: Int32? = nil) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        if let output { posix_spawn_file_actions_adddup2(&actions, output, 1) }
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var identifier = pid_t()
        let result = posix_spawnp(&identifier, words[0], &actions, nil, &arguments, environ)
        guard result == 0 else { throw Trouble("cannot start \(words[0])") }
        return identifier
    }

    private func read() {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = Glibc.read(output, &buffer, buffer.count)
        guard count > 0 else {
            watch?.cancel()
            watch = nil
            return onEnd()
        }
        for line in reader.append(buffer[..<count]) { onLine(line) }
    }
}
