// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Asks a person for a password, which the terminal does not show.
enum PasswordPrompt {
    /// - Returns: The line; nil where there is no terminal to ask on.
    static func ask(_ question: String) -> String? {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var usual = termios()
        guard tcgetattr(terminal, &usual) == 0 else { return nil }
        var silent = usual
        silent.c_lflag &= ~tcflag_t(ECHO)
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { return nil }
        defer { tcsetattr(terminal, TCSAFLUSH, &usual) }
        _ = writeWhole(Array(question.utf8), to: terminal)
        let line = readLine(from: terminal)
        _ = writeWhole([UInt8(ascii: "\n")], to: terminal)
        return String(decoding: line, as: UTF8.self)
    }

    /// Without the line's end; at most what a password can be.
    private static func readLine(from terminal: Int32) -> [UInt8] {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while line.count < 4_096 {
            let count = read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1, byte != UInt8(ascii: "\n") else { break }
            line.append(byte)
        }
        return line
    }
}
