// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKTimeline

/// A process that a test has started, with what it prints, line by line.
///
/// It blocks while it waits, always up to a deadline, and belongs to one test. It dies with the
/// test.
final class Program {
    let identifier: pid_t
    private(set) var exitCode: Int32?
    /// All lines so far of standard output and standard error.
    private(set) var output: [String] = []
    private(set) var errors: [String] = []

    /// What standard output has after its last line break.
    private(set) var lastOutput = ""

    private var descriptors: [Int32]
    private var readers = [TraceReader(), TraceReader()]
    private let words: [String]

    /// Starts it with an empty standard input.
    ///
    /// - Parameters:
    ///   - words: The program's path or name, then its arguments.
    ///   - isOutputFull: Whether to fill, before it starts, what its output and errors go through:
    ///     blank lines, which stand before its own.
    /// - Throws: Where it cannot be started.
    init(_ words: [String], isOutputFull: Bool = false) throws {
        self.words = words
        var pipes: [[Int32]] = []
        for _ in 0..<2 {
            var ends: [Int32] = [-1, -1]
            // Unlike a pipe's, its ends are closed to the processes that other tests start
            // meanwhile.
            let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            try check(socketpair(AF_UNIX, kind, 0, &ends), "socketpair")
            pipes.append(ends)
        }
        descriptors = pipes.map { $0[0] }
        if isOutputFull { for ends in pipes { Self.fill(ends[1]) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipes[0][1], 1)
        posix_spawn_file_actions_adddup2(&actions, pipes[1][1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads that run tests block signals, and a child would inherit that.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var identifier = pid_t()
        let result = posix_spawnp(&identifier, words[0], &actions, &attributes, &arguments, environ)
        self.identifier = identifier
        for ends in pipes { close(ends[1]) }
        guard result == 0 else {
            // There is nothing to end: 0 would name the test's own group of processes.
            exitCode = 127
            throw Failure("cannot start \(words[0]): \(String(cString: strerror(result)))")
        }
    }

    private static func fill(_ descriptor: Int32) {
        let lines = [UInt8](repeating: UInt8(ascii: "\n"), count: 4096)
        while send(descriptor, lines, lines.count, Int32(MSG_DONTWAIT)) > 0 {}
        while send(descriptor, lines, 1, Int32(MSG_DONTWAIT)) > 0 {}
    }

    deinit {
        if exitCode == nil {
            kill(identifier, SIGKILL)
            while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
        }
        for descriptor in descriptors where descriptor >= 0 { close(descriptor) }
    }

    func signal(_ number: Int32) { if exitCode == nil { kill(identifier, number) } }

    /// Whether it has ended, with all its output read, and not well.
    var hasFailed: Bool { descriptors.allSatisfy { $0 < 0 } && reap() != 0 }

    /// Reads until it has ended.
    @discardableResult
    func end(within seconds: Double = 60) throws -> Int32 {
        let deadline = Deadline(seconds)
        while descriptors.contains(where: { $0 >= 0 }) {
            try Self.read([self], until: deadline, for: "\(words.joined(separator: " ")) to end")
        }
        return reap()
    }

    /// Reads once from any of these, which are at most a handful.
    ///
    /// - Throws: Where nothing comes before the deadline.
    static func read(_ programs: [Program], until deadline: Deadline, for what: String) throws {
        var polls: [pollfd] = []
        var owners: [(Program, Int)] = []
        for program in programs {
            for (index, descriptor) in program.descriptors.enumerated() where descriptor >= 0 {
                polls.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
                owners.append((program, index))
            }
        }
        guard !polls.isEmpty else {
            throw Failure("waited for \(what), but all have ended: \(transcript(programs))")
        }
        let count = poll(&polls, nfds_t(polls.count), deadline.milliseconds)
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            throw Failure("waited in vain for \(what): \(transcript(programs))")
        }
        for (poll, owner) in zip(polls, owners) where poll.revents != 0 {
            owner.0.take(owner.1)
        }
    }

    private static func transcript(_ programs: [Program]) -> String {
        programs.map { program in
            let lines = program.output.suffix(30) + program.errors.suffix(10)
            return "\(program.words.prefix(3)): \(lines.joined(separator: "\n"))"
        }.joined(separator: "\n")
    }

    private func take(_ index: Int) {
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        let count = Glibc.read(descriptors[index], &buffer, buffer.count)
        if count < 0, errno == EINTR { return }
        guard count > 0 else {
            close(descriptors[index])
            descriptors[index] = -1
            return
        }
        if index == 0 { lastOutput = lastOutputAfter(buffer[..<count]) }
        for line in readers[index].append(buffer[..<count]) {
            let text = String(decoding: line, as: UTF8.self)
            if index == 0 { output.append(text) } else { errors.append(text) }
        }
    }

    private func lastOutputAfter(_ bytes: ArraySlice<UInt8>) -> String {
        let tail = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let text = String(decoding: tail.last ?? [], as: UTF8.self)
        return tail.count > 1 ? text : lastOutput + text
    }

    private func reap() -> Int32 {
        if let exitCode { return exitCode }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7F
        let code = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        exitCode = code
        return code
    }
}

/// Something that a test cannot go on without.
struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A moment on the monotonic clock until which a test waits.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(_ seconds: Double) { end = .now + .seconds(seconds) }

    /// What is left of it, for poll(2).
    var milliseconds: Int32 {
        let left = end - .now
        return Int32(max(0, left / .milliseconds(1)).rounded(.up))
    }
}

func check(_ result: Int32, _ operation: String) throws {
    guard result != 0 else { return }
    throw Failure("\(operation): \(String(cString: strerror(errno)))")
}
