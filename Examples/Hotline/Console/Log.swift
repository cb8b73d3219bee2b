// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where the app says what it does.
@MainActor enum Log {
    /// Takes the lines in place of standard output: a screen, which they would tear.
    static var screen: ((String) -> Void)?
}

/// Says a line at once, also into a pipe; where nobody takes it, calls matter more.
@MainActor func log(_ line: String) {
    let line = TerminalText.plain(line)
    if let screen = Log.screen { return screen(line) }
    try? FileHandle.standardOutput.write(contentsOf: Data("Hotline: \(line)\n".utf8))
}
