// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Synchronization
import OCKWire

/// Writes whole lines to standard output and standard error, at once and unbuffered: another
/// process may be waiting for each.
enum Output {
    static func line(_ text: String) { write(text + "\n", to: STDOUT_FILENO) }

    /// One line on standard error, after the command's name.
    static func error(_ text: String) { write(errorLine(text) + "\n", to: STDERR_FILENO) }

    static func errorLine(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "opencallkit: " + line.withoutControls
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

    /// Tells what kept standard output from being written.
    ///
    /// A reader that has gone is no failure: it has what it wanted.
    static func check() throws(CommandFailure) {
        guard let reason = firstFailure.withLock({ $0 }) else { return }
        throw CommandFailure(
            .inputOutput,
            "cannot write to standard output: \(errorWords(reason)); some of it is missing"
        )
    }

    /// Takes note of an error number for ``check()``.
    static func failed(_ reason: Int32) { firstFailure.withLock { $0 = $0 ?? reason } }

    private static let firstFailure = Mutex<Int32?>(nil)

    /// What cannot be written is no reason to stop: the work is done, and the exit code tells.
    private static func write(_ text: String, to descriptor: Int32) {
        let reason = writeWhole(Array(text.utf8), to: descriptor)
        if reason != 0, reason != EPIPE, descriptor == STDOUT_FILENO { failed(reason) }
    }
}
