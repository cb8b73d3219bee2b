// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking

/// A process that this one has started and whose output it reads on a loop.
///
/// It leads a process group of its own, so that a Ctrl-C at the terminal reaches this process
/// alone. Its standard input ends when this process does, however that happens; a daemon that is
/// told so (``Lifeline``) ends with it.
final class ChildProcess {
    let identifier: pid_t
    /// The exit code, or 128 and the signal's number; nil while it runs.
    private(set) var exitCode: Int32?

    private var output: Int32
    private var lifeline: Int32
    private var watch: DescriptorWatch?

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program's path or name, then its arguments. This command itself is
    ///     ``ChildProcess/thisProgram``.
    ///   - errorFile: Where standard error is appended to; nil is this process's own.
    ///   - loop: Where it is read.
    ///   - onOutput: Gets what it prints as it comes, and nothing more once it has closed its
    ///     output.
    /// - Throws: Where it cannot be started: names the program.
    init(
        _ words: [String],
        errorFile: String? = nil,
        on loop: EventLoop,
        onOutput: @escaping ([UInt8]) -> Void
    ) throws(CommandFailure) {
        let input = try Self.pipe()
        let output: (read: Int32, write: Int32)
        do {
            output = try Self.pipe()
        } catch {
            close(input.read)
            close(input.write)
            throw error
        }
        defer {
            close(input.read)
            close(output.write)
        }
        do {
            identifier = try Self.spawn(
                words,
                input: input.read,
                output: output.write,
                errorFile: errorFile
            )
        } catch {
            close(input.write)
            close(output.read)
            throw error
        }
        lifeline = input.write
        self.output = output.read
        watch = loop.watch(descriptor: output.read) { [unowned self] in
            onOutput(read())
            // Whoever runs the loop looks again at what it waits for.
            loop.stop()
        }
    }

    deinit {
        watch?.cancel()
        closeLifeline()
        if output >= 0 { close(output) }
    }

    /// Whether everything that it printed has been read.
    var hasClosedOutput: Bool { watch == nil }

    func signal(_ number: Int32) {
        guard exitCode == nil else { return }
        kill(identifier, number)
    }

    /// Lets a process that reads its standard input know that it is no longer needed.
    func closeLifeline() {
        if lifeline >= 0 { close(lifeline) }
        lifeline = -1
    }

    /// Takes note if it has ended.
    ///
    /// Call on SIGCHLD.
    func reap() {
        guard exitCode == nil else { return }
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return }
        let number = status & 0x7F
        exitCode = number == 0 ? (status >> 8) & 0xFF : 128 + number
    }

    private func read() -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: 64 * 1024) { buffer, count in
            var result: Int
            repeat {
                result = Glibc.read(output, buffer.baseAddress, buffer.count)
            } while result < 0 && errno == EINTR
            count = max(0, result)
        }
        if bytes.isEmpty {
            watch?.cancel()
            watch = nil
        }
        return bytes
    }

    // MARK: Starting

    /// The file that this process runs, also where another has taken its place since.
    static let thisProgram = "/proc/self/exe"

    private static func pipe() throws(CommandFailure) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw CommandFailure(.inputOutput, "cannot make a pipe: \(errorWords(errno))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func spawn(
        _ words: [String],
        input: Int32,
        output: Int32,
        errorFile: String?
    ) throws(CommandFailure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        if let errorFile {
            let flags = O_WRONLY | O_CREAT | O_APPEND
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errorFile, flags, 0o600)
        }

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var defaults = sigset_t()
        sigemptyset(&defaults)
        // The loop ignores it here, and what is ignored stays so in a child.
        sigaddset(&defaults, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETPGROUP)
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let names = words[0] == thisProgram ? ["opencallkit"] + words.dropFirst() : words
        var arguments: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var identifier = pid_t()
        let result = posix_spawnp(&identifier, words[0], &actions, &attributes, &arguments, environ)
        guard result == 0 else {
            throw CommandFailure(.unavailable, "cannot start \(words[0]): \(errorWords(result))")
        }
        return identifier
    }
}

/// The system's words for an error number.
func errorWords(_ number: Int32) -> String { String(cString: strerror(number)) }
