// SPDX-License-Identifier: Apache-2.0
import Glibc
import NumberTable
import Synchronization

/// Files that a sub-command writes and that must not be left half-made.
enum TableOutput {
    /// The file that is removed when a signal ends the process; a C string that lives for ever.
    private static let partial = Atomic<UInt>(0)

    /// Prepares for writing a table: Ctrl-C leaves nothing of it behind, and a file that grows over
    /// what the shell allows is an error, not the process's end.
    ///
    /// One at a time; the last is meant.
    static func prepare(_ path: String) {
        signal(SIGXFSZ, SIG_IGN)
        // What NumberTableBuilder calls the file until it is whole.
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "./"
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let text = strdup("\(folder).\(name).\(getpid()).0.partial") else { return }
        partial.store(UInt(bitPattern: text), ordering: .sequentiallyConsistent)
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // A signal that whoever started this has turned off stays so.
            let before = unsafeBitCast(signal(number) { TableOutput.end(by: $0) }, to: UInt.self)
            if before == unsafeBitCast(SIG_IGN, to: UInt.self) { signal(number, SIG_IGN) }
        }
    }

    /// Runs in the handler: nothing here but what a handler may do.
    private static func end(by number: Int32) {
        let address = partial.load(ordering: .sequentiallyConsistent)
        if let text = UnsafePointer<CChar>(bitPattern: address) { unlink(text) }
        signal(number, SIG_DFL)
        raise(number)
    }
}

/// The exit code for a table that cannot be read or written.
func tableCode(_ error: NumberTableError) -> ExitCode {
    guard case .system(_, _, let reason) = error else { return .badData }
    return switch reason {
    case ENOENT, ENOTDIR: .noInput
    case EACCES, EPERM, EROFS: .noPermission
    default: .inputOutput
    }
}
