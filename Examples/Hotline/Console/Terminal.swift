// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The terminal on standard input and output: every key at once, on a screen of its own.
@MainActor enum Terminal {
    /// How it was, to be put back however the process ends in order.
    ///
    /// Unsafe because `atexit` takes a function of C; it is set once, before that is registered.
    private nonisolated(unsafe) static var before: termios?

    /// Whether both are a terminal.
    static var isThere: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// How many columns and rows it has; 80 and 24 where it does not say.
    static var extent: (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return (80, 24)
        }
        return (Int(window.ws_col), Int(window.ws_row))
    }

    /// Takes the terminal over until the process ends.
    static func takeOver() {
        var settings = termios()
        guard before == nil, tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        before = settings
        atexit { Terminal.restore() }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(IXON | ICRNL)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    /// Writes all lines anew, without flicker.
    static func show(_ lines: [String]) {
        let lines = lines.prefix(extent.rows).joined(separator: "\u{1B}[K\r\n")
        write("\u{1B}[H\(lines)\u{1B}[K\u{1B}[J")
    }

    private nonisolated static func restore() {
        guard var settings = before else { return }
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
        write("\u{1B}[?25h\u{1B}[?1049l")
    }

    private nonisolated static func write(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
