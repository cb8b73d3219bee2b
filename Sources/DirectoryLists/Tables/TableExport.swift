// SPDX-License-Identifier: Apache-2.0
import Glibc
package import NumberTable

/// Writes what a table holds as a list that a build reads back.
package struct TableExport {
    private let file: ExportFile

    /// The path is where the list goes; nil for standard output.
    package init(path: String?) throws(ListError) { file = try ExportFile(path: path) }

    /// Writes CSV with the columns action, number and label: a table and the deltas over it as what
    /// stands, a delta alone as what it does.
    package func writeCSV(_ layers: [NumberTable]) throws(ListError) {
        file.append("action,number,label\n")
        if let delta = layers.first, layers.count == 1, !delta.isComplete {
            try writeRemovals(of: delta)
        }
        let stack = NumberTableStack(layers)
        var numbers = stack.blockingNumbers()
        while let number = try TableFiles.reading({ () throws(NumberTableError) in
            try numbers.next()
        }) {
            try file.row("block", number)
        }
        var entries = stack.identificationEntries()
        while let entry = try TableFiles.reading({ () throws(NumberTableError) in
            try entries.next()
        }) {
            let written: Result<Void, ListError> = entry.withLabel { label in
                Result { () throws(ListError) in
                    try file.row("identify", entry.number, label)
                }
            }
            try written.get()
        }
        try file.finish()
    }

    /// Writes a text as it stands.
    package func write(_ text: String) throws(ListError) {
        file.append(text)
        try file.finish()
    }

    private func writeRemovals(of delta: NumberTable) throws(ListError) {
        if delta.clearsBlocking { file.append("# All numbers that are blocked go first.\n") }
        if delta.clearsIdentification { file.append("# All labels go first.\n") }
        for (action, cursor) in [
            ("unblock", delta.removedBlockingNumbers()),
            ("unidentify", delta.removedIdentificationNumbers()),
        ] {
            var numbers = cursor
            while let number = try TableFiles.reading({ () throws(NumberTableError) in
                try numbers.next()
            }) {
                try file.row(action, number)
            }
        }
    }
}

/// A file that appears under its name when it is whole, or standard output.
private final class ExportFile {
    private let path: String?
    private let descriptor: Int32
    private let buffer = ByteStore()
    private var isFinished = false

    init(path: String?) throws(ListError) {
        self.path = path
        if let path, let reason = unfitTarget(path) {
            throw .unwritable(path: path, reason: reason)
        }
        descriptor =
            path.map { open("\($0).new", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666) }
            ?? STDOUT_FILENO
        guard descriptor >= 0 else { throw .unwritable(path: path ?? "", reason: errno) }
    }

    deinit {
        guard let path else { return }
        close(descriptor)
        if !isFinished { unlink("\(path).new") }
    }

    func append(_ text: String) { buffer.append(Array(text.utf8)) }

    func row(_ action: String, _ number: Int64, _ label: ListBytes = .empty) throws(ListError) {
        append("\(action),+\(number),")
        appendField(label)
        buffer.append(0x0A)
        if buffer.count >= 256 * 1024 { try flush() }
    }

    /// A field, in quotes where it needs them (RFC 4180).
    private func appendField(_ text: ListBytes) {
        let needsQuotes =
            text.trimmed.count != text.count
            || text.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }
        guard needsQuotes else { return buffer.append(text) }
        buffer.append(0x22)
        for byte in text {
            if byte == 0x22 { buffer.append(0x22) }
            buffer.append(byte)
        }
        buffer.append(0x22)
    }

    func finish() throws(ListError) {
        try flush()
        guard let path else { return }
        guard fsync(descriptor) == 0, rename("\(path).new", path) == 0 else {
            throw .unwritable(path: path, reason: errno)
        }
        isFinished = true
    }

    private func flush() throws(ListError) {
        var written = 0
        while written < buffer.count {
            let count = write(descriptor, buffer.base + written, buffer.count - written)
            if count < 0, errno == EINTR { continue }
            // A reader that has gone has what it wanted.
            if count < 0, errno == EPIPE, path == nil { break }
            guard count > 0 else {
                throw .unwritable(
                    path: path ?? "standard output", reason: count == 0 ? ENOSPC : errno)
            }
            written += count
        }
        buffer.removeAll()
    }
}

/// Why a file that takes its name by a rename must not go there; nil where it may.
///
/// A device or a pipe would be gone for everyone.
private func unfitTarget(_ path: String) -> Int32? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    switch facts.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return EISDIR
    default: return EINVAL
    }
}
