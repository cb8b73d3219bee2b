// SPDX-License-Identifier: Apache-2.0
import Glibc

extension Option {
    static let passwordFile = Option(
        "password-file", value: "FILE", "the .p12's password is its first line; - asks for it")
}

extension Invocation {
    /// The password that `--password-file` names; nil where it was not given.
    ///
    /// Never a word of the command line, which other users of the machine can see.
    ///
    /// - Throws: Where the file cannot be read, or there is no terminal to ask on.
    func password() throws(CommandFailure) -> String? {
        guard let path = self[.passwordFile] else { return nil }
        if path == "-" { return try askForPassword() }
        let bytes = try readFile(path, limit: 4_096)
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return String(decoding: line, as: UTF8.self)
    }
}

/// Asks for a password on the terminal, which does not show it.
///
/// - Throws: Where standard input is no terminal.
func askForPassword() throws(CommandFailure) -> String {
    var settings = termios()
    guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else {
        throw CommandFailure(
            .noInput, "there is no terminal to ask for the password on; use --password-file FILE")
    }
    let usual = settings
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &settings)
    defer {
        var usual = usual
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &usual)
    }
    _ = writeWhole(Array("Password: ".utf8), to: STDERR_FILENO)
    let line = readLine(strippingNewline: true) ?? ""
    _ = writeWhole([UInt8(ascii: "\n")], to: STDERR_FILENO)
    return line
}
