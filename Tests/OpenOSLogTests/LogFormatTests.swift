// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation
import OSLog
import Testing

/// `os_log`, with values behind a format.
struct LogFormatTests {
    @Test("Values stand where the format has a percent sign, in the form that it names")
    func forms() {
        let probe = LogProbe(), log = probe.log
        os_log("%d %i %u %x %X %o %c", log: log, -1, 2, 3, 255, 255, 8, 65)
        os_log("%ld %lld %lu %zd %hhd", log: log, 1, Int64(2), UInt(3), 4, Int8(5))
        os_log("%f %.2f %e %g %5.1f|%-6.1f|", log: log, 1.5, 1.5, 1.5, 1.5, 2.5, 2.5)
        os_log("%03d|%5d|%-5d|%+d|%#x|%.3d", log: log, 7, 7, 7, 7, 255, 7)
        os_log("%*d|%.*f", log: log, 4, 7, 1, 1.25)
        os_log("100%% of %d", log: log, 3)
        os_log("%x %u %d", log: log, Int32(-1), Int32(-1), UInt64.max)
        #expect(
            probe.messages == [
                "-1 2 3 ff FF 10 A", "1 2 3 4 5", "1.500000 1.50 1.500000e+00 1.5   2.5|2.5   |",
                "007|    7|7    |+7|0xff|007", "   7|1.2", "100% of 3",
                "ffffffff 4294967295 18446744073709551615",
            ])
    }

    @Test("Strings and objects are private unless the format says otherwise")
    func privacy() {
        let probe = LogProbe(), log = probe.log
        os_log("%@ %{public}@ %{private}d %{public}s", log: log, "a", "b", 1, "c")
        os_log("%{sensitive}@ %{public, uuid}@ %s", log: log, "a", NSString(string: "b"), "c")
        #expect(probe.messages == ["<private> b <private> c", "<private> b <private>"])
    }

    @Test("A format that does not fit its arguments says so, and reads no memory but theirs")
    func mismatches() {
        let probe = LogProbe(), log = probe.log
        os_log("%d", log: log)
        os_log("%s", log: log, 1)
        os_log("%d %{public", log: log, 1)
        os_log("%d %", log: log, 1)
        os_log("%d", log: log, "a")
        #expect(
            probe.messages == [
                "<decode: missing data>", "<decode: mismatch for [%s] got [Int]>", "1 %{public",
                "1 %", "<decode: mismatch for [%d] got [String]>",
            ])
    }

    @Test("Type and log may stand before the message or behind it")
    func orders() {
        let probe = LogProbe(), log = probe.log
        let name = "Ada"
        os_log("a", log: log, type: .error)
        os_log(.fault, log: log, "b %d", 1)
        os_log(.info, log: log, "c \(name, privacy: .public)")
        #expect(probe.messages == ["a", "b 1", "c Ada"])
        #expect(
            probe.lines.map { $0.split(separator: " ")[3] } == ["[error]", "[fault]", "[info]"])
    }

    @Test("A pointer is written as its address")
    func pointers() throws {
        let probe = LogProbe()
        let pointer = try #require(OpaquePointer(bitPattern: 0x1234))
        os_log("%p", log: probe.log, pointer)
        #expect(probe.messages == ["0x1234"])
    }

    @Test("What goes to the default log is a line of standard error")
    func standardError() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) { os_log("a call of \(1)") }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(text.contains("+0000 [default] a call of 1\n"))
    }

    @Test("Lines of several threads are whole")
    func threads() async throws {
        let result = try await #require(
            processExitsWith: .success, observing: [\.standardErrorContent]
        ) {
            let name = String(repeating: "a", count: 5_000)
            DispatchQueue.concurrentPerform(iterations: 40) { number in
                os_log("%{public}@ %d", type: .error, name, number)
            }
        }
        let text = String(decoding: result.standardErrorContent, as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.contains(" [error] a") }
        #expect(lines.count == 40)
        let ends = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
        #expect(Set(ends) == Set(0..<40))
    }

    @Test("Whoever makes no log writes to the default one")
    func defaultLog() {
        os_log("%d", type: .debug, 1)
        os_log(.debug, "nobody reads \(1)")
        Logger().debug("nobody reads \(1)")
        Logger(subsystem: "com.example.hotline", category: "calls").debug("nobody reads this")
        #expect(!OSLog.default.isEnabled(type: .debug))
    }
}
