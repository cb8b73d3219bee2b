// SPDX-License-Identifier: Apache-2.0
import Glibc
import Wire

/// Writes whole lines to standard output and standard error, at once and unbuffered: another
/// process may be waiting for each.
enum Output {
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// One line on standard error, after the command's name.
    static func error(_ text: String) {
        let words = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        write("opencallkit: \(words)\n", to: STDERR_FILENO)
    }

    /// Words for a person where standard output is a script's.
    static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

    /// The value as one line of JSON with sorted keys.
    ///
    /// - Throws: Where it is over the limit of one message.
    static func json(_ value: some Encodable) throws(CommandFailure) {
        do {
            line(String(decoding: try MessageCoder.encode(value), as: UTF8.self))
        } catch {
            throw CommandFailure(.failed, "cannot print this as JSON: \(error)")
        }
    }

    /// A table, or the words where it has no rows.
    static func table(_ table: Table, whenEmpty words: String) {
        guard !table.rows.isEmpty else { return line(words) }
        write(table.lines().map { $0 + "\n" }.joined(), to: STDOUT_FILENO)
    }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// A reader that has gone, or a full disk, is no reason to stop: the exit code tells how the
    /// work went.
    private static func write(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while !rest.isEmpty {
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            }
        }
    }
}
