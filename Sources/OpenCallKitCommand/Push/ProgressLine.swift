// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How far a long piece of work is, on one line of a terminal that is written again and again.
///
/// On standard error, and nowhere but on a terminal: a file would keep every step.
struct ProgressLine {
    private let isShown = isatty(STDERR_FILENO) == 1
    private let total: Int
    private let width = 30

    init(total: Int) { self.total = total }

    func show(_ count: Int, rate: Int) {
        guard isShown, total > 0 else { return }
        let full = min(width, count * width / total)
        let bar =
            String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        write("\r[\(bar)] \(count) of \(total), \(rate)/s \u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { _ = writeWhole(Array(text.utf8), to: STDERR_FILENO) }
}
