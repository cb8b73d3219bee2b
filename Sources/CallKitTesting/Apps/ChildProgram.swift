// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PhoneLink

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A program that runs as a child of this process, linked with its phone by a socket that it
/// inherits.
final class ChildProgram: Sendable {
    /// The number of the socket in the program.
    private static let descriptor: Int32 = 3
    /// As far as a test's open files are looked for; closing what is not open is no error.
    private static let descriptorMax: Int32 = 256

    private let state: Locked<pid_t?>

    private init(_ process: pid_t) { state = Locked(process) }

    deinit { kill() }

    /// Starts a program with the test's environment and standard output and error.
    ///
    /// - Parameters:
    ///   - executable: Which one.
    ///   - arguments: What it is given besides its name.
    /// - Returns: The program, and the phone's end of the link.
    /// - Throws: ``PhoneError`` where it cannot be started.
    static func start(
        _ executable: AppExecutable,
        _ arguments: [String]
    ) throws(PhoneError) -> (program: ChildProgram, descriptor: Int32) {
        guard executable.exists else { throw PhoneError(executable.missing) }
        let ends = LinkEnds.socketPair()
        defer { close(ends.app) }
        var variables = environmentVariables.filter { !$0.hasPrefix("OPENCALLKIT_APP_") }
        variables.append("OPENCALLKIT_APP_DESCRIPTOR=\(descriptor)")
        let (process, code) = spawn(
            executable.path, [executable.path] + arguments, variables, ends.app)
        guard code == 0 else {
            close(ends.phone)
            throw PhoneError(
                "\(executable.path) could not be started: \(String(cString: strerror(code)))")
        }
        return (ChildProgram(process), ends.phone)
    }

    /// Ends the program at once, and lets the system forget it.
    func kill() {
        let process = state.withLock { process in
            defer { process = nil }
            return process
        }
        guard let process else { return }
        #if canImport(Glibc)
        Glibc.kill(process, SIGKILL)
        #else
        Darwin.kill(process, SIGKILL)
        #endif
        // Not here: a process that is being killed may take its time.
        DispatchQueue.global().async {
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        }
    }

    private static var environmentVariables: [String] {
        var variables: [String] = []
        var next = environ
        while let variable = next.pointee {
            variables.append(String(cString: variable))
            next += 1
        }
        return variables
    }

    /// - Returns: The process, and an error's number or 0.
    private static func spawn(
        _ path: String,
        _ arguments: [String],
        _ variables: [String],
        _ socket: Int32
    ) -> (process: pid_t, code: Int32) {
        #if canImport(Glibc)
        var actions = posix_spawn_file_actions_t()
        #else
        var actions: posix_spawn_file_actions_t?
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, socket, descriptor)
        // What the test holds open is not the program's: a socket of another app would live on.
        for number in (descriptor + 1)..<descriptorMax {
            posix_spawn_file_actions_addclose(&actions, number)
        }
        var attributes = unblockedSignals()
        defer { posix_spawnattr_destroy(&attributes) }
        var process = pid_t()
        let code = withStrings(arguments) { arguments in
            withStrings(variables) { variables in
                posix_spawn(&process, path, &actions, &attributes, arguments, variables)
            }
        }
        return (process, code)
    }

    #if canImport(Glibc)
    private typealias SpawnAttributes = posix_spawnattr_t
    #else
    private typealias SpawnAttributes = posix_spawnattr_t?
    #endif

    /// No signal is blocked: the threads that tests run on block all, and a program inherits that.
    private static func unblockedSignals() -> SpawnAttributes {
        #if canImport(Glibc)
        var attributes = posix_spawnattr_t()
        #else
        var attributes: posix_spawnattr_t?
        #endif
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        return attributes
    }

    /// Runs `body` with the strings as C wants a list of them.
    private static func withStrings<Result>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let first = buffer.baseAddress else {
                preconditionFailure("the list ends in nil, so it is not empty")
            }
            return body(first)
        }
    }
}
