// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

@testable import OpenCallKitCommand

@Suite struct LineWriterTests {
    private static func deadline(_ seconds: Int) -> timespec {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return timespec(tv_sec: now.tv_sec + seconds, tv_nsec: now.tv_nsec)
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// All lines up to one that ends so.
    private static func lines(from descriptor: Int32, upTo suffix: String) -> [String] {
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while !text.reversed().starts(with: "\(suffix)\n".utf8.reversed()) {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return text.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads until each of so many lines has come or was told to be dropped, in order.
    ///
    /// Gives how many came.
    /// There may be several gaps: the writer's thread makes room whenever it comes to run.
    private static func account(
        for count: Int, from descriptor: Int32, isRight: (Int, String) -> Bool
    ) -> Int {
        var next = 0
        var taken = 0
        while next < count {
            let lines = lines(from: descriptor, upTo: "")
            guard !lines.isEmpty else { break }
            for line in lines {
                if let dropped = line.wholeMatch(of: /dropped (\d+)/).flatMap({ Int($0.1) }) {
                    next += dropped
                } else {
                    #expect(isRight(next, line), "line \(next)")
                    next += 1
                    taken += 1
                }
            }
        }
        #expect(next == count, "each line came or was told to be dropped")
        return taken
    }

    @Test("A line is written at once, and lines keep their order")
    func order() {
        let ends = Self.pipe()
        let writer = LineWriter(ends.write) { "dropped \($0)" }
        writer.write("first")
        #expect(Self.lines(from: ends.read, upTo: "first") == ["first"])
        let expected = (0..<1000).map { "line \($0)" }
        for line in expected { writer.write(line) }
        #expect(Self.lines(from: ends.read, upTo: "line 999") == expected)
        #expect(writer.finish(by: Self.deadline(10)) == nil)
        close(ends.write)
        close(ends.read)
    }

    @Test("While nobody reads, writing goes on; what is too much is dropped, counted and told")
    func full() throws {
        let ends = Self.pipe()
        let limit = 1 << 20
        let writer = LineWriter(ends.write, limit: limit) { "dropped \($0)" }
        let filling = String(repeating: "x", count: 90)
        let count = 50_000
        // Far more than the pipe and the queue take.
        for number in 0..<count { writer.write("\(number) \(filling)") }
        writer.write("x")
        #expect(writer.finish(by: Self.deadline(0)) == nil, "it does not wait for long")

        let taken = Self.account(for: count + 1, from: ends.read) { number, line in
            line == (number < count ? "\(number) \(filling)" : "x")
        }
        #expect(taken * 90 > limit / 2)
        #expect(taken * 90 < limit + 128 * 1024)
        close(ends.write)
        close(ends.read)
    }

    @Test("After a gap, lines are taken again")
    func again() {
        let ends = Self.pipe()
        let writer = LineWriter(ends.write, limit: 1 << 18) { "dropped \($0)" }
        for _ in 0..<10_000 { writer.write(String(repeating: "y", count: 99)) }
        _ = Self.account(for: 10_000, from: ends.read) { _, line in line.count == 99 }
        writer.write("after")
        #expect(Self.lines(from: ends.read, upTo: "after") == ["after"])
        #expect(writer.finish(by: Self.deadline(10)) == nil)
        close(ends.write)
        close(ends.read)
    }

    @Test("What cannot be written is told at the end")
    func fullDisk() {
        let file = open("/dev/full", O_WRONLY | O_CLOEXEC)
        let writer = LineWriter(file) { "dropped \($0)" }
        writer.write("line")
        #expect(writer.finish(by: Self.deadline(10)) == ENOSPC)
        writer.write("after the end")
        close(file)
    }
}
