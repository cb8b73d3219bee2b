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
        guard total > 0 else { return }
        show(part: Double(count) / Double(total), words: "\(count) of \(total), \(rate)/s")
    }

    /// - Parameters:
    ///   - part: What is done of the whole, 0 to 1; nil where that is not known.
    ///   - words: What stands behind the bar.
    func show(part: Double?, words: String) {
        guard isShown else { return }
        guard let part else { return write("\r\(words) \u{1B}[K") }
        let full = max(0, min(width, Int(part * Double(width))))
        let bar =
            String(repeating: "#", count: full) + String(repeating: ".", count: width - full)
        write("\r[\(bar)] \(words) \u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isShown { write("\r\u{1B}[K") }
    }

    private func write(_ text: String) { _ = writeWhole(Array(text.utf8), to: STDERR_FILENO) }
}
