// SPDX-License-Identifier: Apache-2.0

/// Makes commands of the bytes that a terminal sends for keys.
struct KeyReader: Hashable, Sendable {
    /// What has been typed after `d`; nil where nobody is being dialled.
    private(set) var dialled: String?

    /// Bytes of a character, or of a key such as an arrow, that has not come whole.
    private var rest: [UInt8] = []

    private static let escape: UInt8 = 0x1B
    private static let handleByteCountMax = 256

    /// Takes what has come.
    ///
    /// - Returns: The commands, in order.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [ConsoleCommand] {
        var commands: [ConsoleCommand] = []
        for byte in bytes {
            if let command = take(byte) { commands.append(command) }
        }
        // A lone escape is the key itself: all bytes of another come at once.
        if rest == [Self.escape] {
            rest = []
            dialled = nil
        }
        return commands
    }

    private mutating func take(_ byte: UInt8) -> ConsoleCommand? {
        rest.append(byte)
        if rest[0] == Self.escape {
            // ESC [ … final, or ESC O final: keys that mean nothing here.
            let isWhole = rest.count > 2 && 0x40...0x7E ~= byte
            let isOther = rest.count == 2 && byte != 0x5B && byte != 0x4F
            if isWhole || isOther || rest.count > 16 { rest = [] }
            return nil
        }
        guard let text = String(validating: rest, as: UTF8.self) else {
            if rest.count >= 4 { rest = [] }
            return nil
        }
        rest = []
        for character in text {
            if let command = take(character) { return command }
        }
        return nil
    }

    private mutating func take(_ character: Character) -> ConsoleCommand? {
        // Ctrl-C and Ctrl-D, which the terminal passes on as they are.
        if character == "\u{3}" || character == "\u{4}" { return .quit }
        guard var handle = dialled else { return command(character) }
        switch character {
        case "\r", "\n":
            dialled = nil
            return handle.isEmpty ? nil : .dial(handle)
        case "\u{7F}", "\u{8}":
            if !handle.isEmpty { handle.removeLast() }
        default:
            let byteCount = handle.utf8.count + character.utf8.count
            if !TerminalText.isControl(character), byteCount <= Self.handleByteCountMax {
                handle.append(character)
            }
        }
        dialled = handle
        return nil
    }

    private mutating func command(_ character: Character) -> ConsoleCommand? {
        switch character {
        case "d":
            dialled = ""
            return nil
        case "a": return .answer
        case "e": return .end
        case "h": return .hold
        case "m": return .mute
        case "s": return .swap
        case "q": return .quit
        default: return ConsoleCommand.isDigit(character) ? .keys(String(character)) : nil
        }
    }
}
