// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import os

/// What apps write to their logs, as the lines of them show.
struct LoggerTests {
    @Test("A line has time, subsystem, category, type and message, and ends")
    func line() {
        let probe = LogProbe()
        probe.logger.notice("a call began")
        let head = "2026-01-01 12:00:00.250000+0000 com.example.hotline:calls [default] "
        #expect(probe.lines == [head + "a call began\n"])
    }

    @Test("Each method writes a message of its type")
    func levels() {
        let probe = LogProbe(), logger = probe.logger
        logger.log("a")
        logger.log(level: .info, "a")
        logger.trace("a")
        logger.debug("a")
        logger.info("a")
        logger.notice("a")
        logger.warning("a")
        logger.error("a")
        logger.critical("a")
        logger.fault("a")
        let types = probe.lines.map { $0.split(separator: " ")[3] }
        let expected = [
            "default", "info", "debug", "debug", "info", "default", "error", "error", "fault",
            "fault",
        ]
        #expect(types == expected.map { "[\($0)]" })
    }

    @Test("Values of a message that is not written are not asked for")
    func lazy() {
        let probe = LogProbe(least: .info)
        let asked = OSAllocatedUnfairLock(initialState: 0)
        func value() -> Int {
            asked.withLock { $0 += 1 }
            return 1
        }
        probe.logger.debug("\(value())")
        #expect(asked.withLock { $0 } == 0)
        probe.logger.info("\(value())")
        #expect(asked.withLock { $0 } == 1)
        #expect(probe.messages == ["1"])
    }

    @Test("Strings, objects and errors are private unless public; numbers and types are public")
    func privacy() {
        let probe = LogProbe(), logger = probe.logger
        let name = "Ada", object = NSString(string: "Ada")
        logger.log("\(name) \(object) \(Gone()) \(UUID())")
        logger.log("\(name, privacy: .public) \(object, privacy: .public)")
        logger.log("\(Gone(), privacy: .public)")
        let error: any Error = Gone()
        logger.log("\(error) \(error, privacy: .public)")
        logger.log("\(1) \(true) \(String.self) \(1.5)")
        logger.log("\(1, privacy: .private) \(true, privacy: .sensitive)")
        #expect(
            probe.messages == [
                "<private> <private> <private> <private>", "Ada Ada", "gone",
                "<private> gone",
                "1 true String 1.500000", "<private> <private>",
            ])
    }

    @Test("Who runs the app may read what is private, and never what is sensitive")
    func shownPrivate() {
        let probe = LogProbe(showsPrivate: true)
        let name = "Ada"
        probe.logger.log("\(name) \(name, privacy: .private) \(name, privacy: .sensitive)")
        #expect(probe.messages == ["Ada Ada <private>"])
    }

    @Test("A hash stands for a private value, the same for equal values")
    func masks() throws {
        let probe = LogProbe(), logger = probe.logger
        let name = "Ada", other = "Bob"
        logger.log("\(name, privacy: .private(mask: .hash))")
        logger.log("\(name, privacy: .sensitive(mask: .hash))")
        logger.log("\(name, privacy: .auto(mask: .hash))")
        logger.log("\(other, privacy: .private(mask: .hash))")
        logger.log("\(name, privacy: .private(mask: .none))")
        let messages = probe.messages
        let first = try #require(messages.first)
        #expect(first.hasPrefix("<mask.hash: '") && !first.contains("Ada"))
        #expect(messages[1...2] == [first, first])
        #expect(messages[3] != first)
        #expect(messages[4] == "<private>")
    }

    @Test("A message cannot forge a line, nor hide one")
    func oneLine() {
        let probe = LogProbe()
        let forged = "a\nb\r\t\u{1B}[2J\u{2028}\u{85}"
        probe.logger.log("\(forged, privacy: .public)")
        #expect(probe.messages == ["a\\nb\\r\\t\\u{1B}[2J\\u{2028}\\u{85}"])
    }

    @Test("A message of more than 32 KiB is cut")
    func cut() throws {
        let probe = LogProbe()
        let long = String(repeating: "ä", count: 20_000)
        probe.logger.log("\(long, privacy: .public)")
        let message = try #require(probe.messages.first)
        #expect(message == String(repeating: "ä", count: 16_384) + "<…>")
    }

    @Test("A value is filled up to its columns on the side that its alignment leaves")
    func alignment() {
        let probe = LogProbe(), logger = probe.logger
        let name = "Ada"
        logger.log("[\(name, align: .left(columns: 5), privacy: .public)]")
        logger.log("[\(name, align: .right(columns: 5), privacy: .public)]")
        logger.log("[\(name, align: .none, privacy: .public)]")
        logger.log("[\(7, align: .right(columns: 3))]")
        logger.log("[\(name, align: .left(columns: -1), privacy: .public)]")
        #expect(probe.messages == ["[Ada  ]", "[  Ada]", "[Ada]", "[  7]", "[Ada]"])
    }

    @Test("An object that is not there reads (null)")
    func nothing() {
        let probe = LogProbe()
        let nothing: NSString? = nil
        probe.logger.log("\(nothing, privacy: .public)")
        #expect(probe.messages == ["(null)"])
    }

    @Test("An error of Foundation's is logged as an error is")
    func foundationError() {
        let probe = LogProbe()
        let error = NSError(domain: "a.b", code: 3)
        probe.logger.log("\(error, privacy: .public)")
        #expect(probe.messages.first?.contains("a.b") == true)
    }

    @Test("Bytes are logged as where they are and how many")
    func bytes() {
        let probe = LogProbe()
        [UInt8](repeating: 7, count: 3).withUnsafeBytes { bytes in
            let copy = UnsafeRawBufferPointer(start: nil, count: 0)
            probe.logger.log("\(copy) \(UnsafeRawBufferPointer(rebasing: bytes[0..<2]))")
        }
        #expect(probe.messages.first?.hasPrefix("(null)[0] 0x") == true)
        #expect(probe.messages.first?.hasSuffix("[2]") == true)
    }
}

/// An error without a description of its own.
struct Gone: Error, CustomStringConvertible {
    let description = "gone"
}
