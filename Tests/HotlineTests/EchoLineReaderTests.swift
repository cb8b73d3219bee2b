// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import HotlineSignalling

@Suite struct EchoLineReaderTests {
    private static let lines: [EchoLine] = [
        .request(number: 1, what: .invite(handle: "+49 30 é 测试")),
        .request(number: 2, what: .hold(isOnHold: true)),
        .answer(number: 2, refusal: "line\nfeed"), .answer(number: 1, refusal: nil),
        .event(.connected), .event(.keys(digits: "12#")), .event(.ended),
        .media(number: 7, sound: Data(0...255)), .request(number: 3, what: .hangUp),
    ]

    @Test("Lines come whole, however the stream is cut", arguments: [1, 2, 3, 7, 64, 4096])
    func cut(count: Int) throws {
        let stream = Data(try Self.lines.flatMap { try $0.encoded() })
        var reader = EchoLineReader()
        var found: [EchoLine] = []
        var rest = stream[...]
        while !rest.isEmpty {
            found += try reader.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        #expect(found == Self.lines)
    }

    @Test("A line is one JSON object with sorted keys, and a line feed")
    func form() throws {
        let line = try EchoLine.request(number: 1, what: .keys(digits: "5")).encoded()
        let text = String(decoding: line, as: UTF8.self)
        #expect(text == #"{"request":{"number":1,"what":{"keys":{"digits":"5"}}}}"# + "\n")
    }

    @Test("The longest line is taken, and one more byte is refused before its end")
    func long() throws {
        let around = try EchoLine.answer(number: 1, refusal: "").encoded().count
        let fits = String(repeating: "a", count: EchoLine.byteCountMax - around)
        let longest = try EchoLine.answer(number: 1, refusal: fits).encoded()
        #expect(longest.count == EchoLine.byteCountMax)
        var reader = EchoLineReader()
        #expect(try reader.append(longest) == [.answer(number: 1, refusal: fits)])
        #expect(throws: EchoError.lineTooLong(EchoLine.byteCountMax + 1)) {
            try EchoLine.answer(number: 1, refusal: fits + "a").encoded()
        }
        let endless = Data(repeating: UInt8(ascii: "x"), count: EchoLine.byteCountMax)
        #expect(throws: EchoError.lineTooLong(EchoLine.byteCountMax + 1)) {
            try reader.append(endless)
        }
    }

    @Test("The most sound that a piece may hold fits into a line")
    func sound() throws {
        let most = EchoLine.media(
            number: Int.max, sound: Data(repeating: 0xFF, count: EchoLine.soundByteCountMax))
        var reader = EchoLineReader()
        #expect(try reader.append(try most.encoded()) == [most])
        let more = EchoLine.media(
            number: 1, sound: Data(repeating: 0xFF, count: EchoLine.soundByteCountMax + 1))
        #expect(throws: EchoError.lineTooLong(EchoLine.soundByteCountMax + 1)) {
            try reader.append(try more.encoded())
        }
    }

    @Test(
        "What is no line is refused with its beginning",
        arguments: ["", "{}", "[]", "GET / HTTP/1.1\r", #"{"event":{"connected":1}}"#, "\u{0}"])
    func bad(text: String) throws {
        var reader = EchoLineReader()
        #expect(throws: EchoError.self) { try reader.append(Data("\(text)\n".utf8)) }
    }

    @Test(
        "Addresses",
        arguments: [
            ("127.0.0.1:7007", "127.0.0.1", 7007), ("localhost:1", "localhost", 1),
            ("[::1]:65535", "::1", 65535),
        ])
    func address(text: String, host: String, port: UInt16) throws {
        let address = try EchoAddress(text)
        #expect(address.host == host)
        #expect(address.port == port)
        #expect(address.description == text)
    }

    @Test(
        "What is no address is named", arguments: ["", "host", ":1", "host:0", "::1:5", "h:65536"])
    func badAddress(text: String) {
        #expect(throws: EchoError.badAddress(text)) { try EchoAddress(text) }
    }
}
