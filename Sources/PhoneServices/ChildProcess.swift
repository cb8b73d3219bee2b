// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import OCKStorage

/// How a process of ours is started: with what it is given and nothing else.
struct ChildProcess {
    var executable: String
    /// Without the executable itself.
    var arguments: [String] = []
    /// `NAME=value`, all that it gets.
    var environment: [String]
    var folder: String
    /// Its standard output and error are appended there (0600); its standard input is empty.
    var log: String

    /// Starts it in a process group of its own, with default signals and no other descriptor.
    func start() throws(FileError) -> ProcessHandle {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)

        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var processID: pid_t = 0
        let number = Self.withStrings([executable] + arguments) { arguments in
            Self.withStrings(environment) { environment in
                posix_spawn(&processID, executable, &actions, &attributes, arguments, environment)
            }
        }
        guard number == 0 else {
            throw FileError("starting \(executable) in \(folder) with its log \(log)", number)
        }
        // It is our child and nobody has waited for it, so its number is its own.
        guard let handle = ProcessHandle(processID: processID) else {
            let error = FileError("watching \(executable)")
            kill(processID, SIGKILL)
            waitpid(processID, nil, 0)
            throw error
        }
        return handle
    }

    private static func withStrings<Value>(
        _ strings: [String],
        _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return pointers.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else {
                preconditionFailure("the list ends with nil, so it is never empty")
            }
            return body(start)
        }
    }
}

/// How a child ended, in words.
struct ExitWords: CustomStringConvertible {
    let description: String

    /// - Parameter status: As `waitpid` gives it.
    init(status: Int32) {
        let signal = status & 0x7F
        description =
            signal == 0
            ? "ended with code \((status >> 8) & 0xFF)" : "was ended by signal \(signal)"
    }
}
