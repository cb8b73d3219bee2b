// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Hotline

@Suite struct KeyReaderTests {
    private func commands(_ parts: String...) -> [ConsoleCommand] {
        var reader = KeyReader()
        return parts.flatMap { reader.take($0.utf8) }
    }

    @Test("Each key is its command, and others are none")
    func keys() {
        #expect(
            commands("aehmsq") == [.answer, .end, .hold, .mute, .swap, .quit])
        #expect(commands("0*#9") == [.keys("0"), .keys("*"), .keys("#"), .keys("9")])
        #expect(commands("xyzß测 \r\n") == [])
        #expect(commands("\u{3}") == [.quit])
    }

    @Test("A number is typed, mended and dialled; its digits and letters are no commands meanwhile")
    func dial() {
        #expect(commands("d+49x\u{7F}30\r") == [.dial("+4930")])
        #expect(commands("d测试\u{7F}é\r", "a") == [.dial("测é"), .answer])
        #expect(commands("d\u{7F}\u{7F}\r") == [])
        #expect(commands("dabc", "\u{1B}", "a") == [.answer])
        #expect(commands("dq\u{3}") == [.quit])
    }

    @Test("Bytes of one character may come apart, and no broken one stays")
    func pieces() {
        var reader = KeyReader()
        #expect(reader.take([UInt8(ascii: "d"), 0xE6]) == [])
        #expect(reader.take([0xB5]) == [])
        #expect(reader.take([0x8B, 0x0D]) == [.dial("\u{6D4B}")])
        _ = reader.take([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(reader.take("a".utf8) == [.answer])
    }

    @Test("Arrows and function keys do nothing", arguments: ["\u{1B}[A", "\u{1B}OP", "\u{1B}[15~"])
    func functionKeys(key: String) {
        #expect(commands("\(key)a") == [.answer])
        #expect(commands("d1\(key)2\r") == [.dial("12")])
    }

    @Test("A handle has an end, and no controls")
    func bounds() {
        let long = String(repeating: "1", count: 300)
        #expect(commands("d\(long)\r") == [.dial(String(long.prefix(256)))])
        #expect(commands("d1\u{9}\u{202E}2\r") == [.dial("12")])
    }

    @Test("A script's lines are commands")
    func lines() throws {
        #expect(try ConsoleCommand(line: "dial +49 30 1") == .dial("+49 30 1"))
        #expect(try ConsoleCommand(line: " keys 12#") == .keys("12#"))
        let words = ["answer", "end", "hold", "mute", "swap", "quit"]
        let commands: [ConsoleCommand] = [.answer, .end, .hold, .mute, .swap, .quit]
        #expect(try words.map { try ConsoleCommand(line: $0) } == commands)
    }

    @Test("A line that is none is named", arguments: ["", "dial", "keys 1x", "end 1", "call"])
    func bad(line: String) {
        let error = #expect(throws: ConsoleError.self) { try ConsoleCommand(line: line) }
        #expect(error?.words.hasPrefix("'\(line)' is no command") == true)
    }
}
