// SPDX-License-Identifier: Apache-2.0
import Glibc
import NumberTable
import Synchronization

/// Files that a sub-command writes and that must not be left half-made.
enum TableOutput {
    /// The files that are removed when a signal ends the process: C strings that live for ever.
    ///
    /// Safe because a place is written before the count says that it is there, and never again.
    nonisolated(unsafe) private static let partials =
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>>.allocate(capacity: partialCountMax)
    private static let partialCount = Atomic<Int>(0)
    private static let partialCountMax = 32 * 1024

    /// Refuses to write over what is read, or over what else is written.
    ///
    /// The option is what names the path, for the message; the others are further paths of the
    /// command line, of which `-` is none.
    static func check(
        _ path: String, _ option: String, apartFrom others: [String], _ invocation: Invocation
    ) throws(CommandFailure) {
        guard path != "-" else {
            throw .usage("\(option) needs a file, not standard output", invocation.command)
        }
        guard let same = others.first(where: { isSameFile($0, path) }) else { return }
        throw .usage(
            "\(option) would write over '\(same)': name another file", invocation.command)
    }

    /// Whether both are one file, or one name where there is none yet.
    private static func isSameFile(_ one: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        guard one != "-", stat(one, &first) == 0, stat(other, &second) == 0 else {
            return one == other
        }
        return first.st_mode & S_IFMT == S_IFREG && first.st_dev == second.st_dev
            && first.st_ino == second.st_ino
    }

    /// Prepares for writing a table: Ctrl-C leaves nothing of it behind, and a file that grows over
    /// what the shell allows is an error, not the process's end.
    static func prepare(_ path: String) {
        signal(SIGXFSZ, SIG_IGN)
        // What NumberTableBuilder calls the file until it is whole.
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        remember("\(folder).\(name).\(getpid()).0.partial")
        for number in [SIGINT, SIGTERM, SIGHUP] {
            let before = unsafeBitCast(signal(number) { TableOutput.end(by: $0) }, to: UInt.self)
            // A signal that whoever started this has turned off stays so.
            if before == unsafeBitCast(SIG_IGN, to: UInt.self) { signal(number, SIG_IGN) }
        }
    }

    /// Has a file removed when a signal ends the process.
    static func remember(_ path: String) {
        let count = partialCount.load(ordering: .relaxed)
        guard count < partialCountMax, let text = strdup(path) else { return }
        (partials + count).initialize(to: text)
        partialCount.store(count + 1, ordering: .sequentiallyConsistent)
    }

    /// Runs in the handler: nothing here but what a handler may do.
    private static func end(by number: Int32) {
        for index in 0..<partialCount.load(ordering: .sequentiallyConsistent) {
            unlink(partials[index])
        }
        signal(number, SIG_DFL)
        raise(number)
    }
}

/// Whether an error number says that the folder of a file that is to be made is no good.
func isFolderFault(_ reason: Int32) -> Bool { reason == ENOENT || reason == ENOTDIR }

/// The exit code for a table that cannot be read or written.
func tableCode(_ error: NumberTableError) -> ExitCode {
    guard case .system(_, _, let reason) = error else { return .badData }
    return switch reason {
    case ENOENT, ENOTDIR: .noInput
    case EACCES, EPERM, EROFS: .noPermission
    default: .inputOutput
    }
}
