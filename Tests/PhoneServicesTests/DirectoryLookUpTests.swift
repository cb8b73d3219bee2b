// SPDX-License-Identifier: Apache-2.0
import CallModel
import NumberTable
import Testing

@testable import PhoneServices

@Suite("Look-ups in the data of several extensions")
struct DirectoryLookUpTests {
    private static func source(
        _ id: ExtensionID, blocks: [Int64] = [], labels: [(Int64, String)] = []
    ) throws -> DirectoryLookUp.Source {
        var builder = NumberTableBuilder()
        builder.removeAllBlocking()
        builder.removeAllIdentification()
        for number in blocks { try builder.addBlocking(number) }
        for (number, label) in labels { try builder.addIdentification(number, label: label) }
        let table = try builder.finish()
        return DirectoryLookUp.Source(
            id: id,
            data: DirectoryFolder.Data(
                stack: NumberTableStack([table]), counts: DirectoryCounts(), isLastLoadGood: true,
                loadedAt: WallTime(milliseconds: 0)))
    }

    private static func ask(
        _ sources: [DirectoryLookUp.Source], _ number: Int64
    ) -> CallerIdentification {
        var lookUp = DirectoryLookUp()
        lookUp.ask(sources, number)
        #expect(lookUp.damages.isEmpty)
        return lookUp.found
    }

    @Test("B157: the first that blocks and the first with a label count, also if they are two")
    func order() throws {
        let sources = try [
            Self.source("a", labels: [(5, "From a"), (6, "Also a")]),
            Self.source("b", blocks: [5], labels: [(5, "From b"), (7, "Only b")]),
            Self.source("c", blocks: [5, 8]),
        ]
        let five = Self.ask(sources, 5)
        #expect(five.blockedBy == "b")
        #expect(five.label == CallerLabel(text: "From a", source: "a"))
        let turned = Self.ask(sources.reversed(), 5)
        #expect(turned.blockedBy == "c")
        #expect(turned.label == CallerLabel(text: "From b", source: "b"))
        #expect(Self.ask(sources, 7).label?.source == "b")
        #expect(Self.ask(sources, 8) == CallerIdentification(blockedBy: "c"))
        #expect(Self.ask(sources, 9) == CallerIdentification())
        #expect(Self.ask([], 5) == CallerIdentification())
    }

    @Test("B141: of several labels the first that shows anything counts, without its controls")
    func labels() throws {
        let sources = try [
            Self.source("a", labels: [(5, ""), (6, "\u{0}\u{202E}"), (6, "Sa\u{202E}les\u{0}")]),
            Self.source("b", labels: [(5, "From b"), (6, "Not this")]),
        ]
        #expect(Self.ask(sources, 5).label == CallerLabel(text: "From b", source: "b"))
        #expect(Self.ask(sources, 6).label == CallerLabel(text: "Sales", source: "a"))
    }
}

@Suite("The memory of an extension's process")
struct ProcessMemoryTests {
    @Test("The figure is read from the status of a process; another text has none")
    func parse() {
        let status = Array("VmRSS:\t  2080 kB\nRssAnon:\t     152 kB\nRssFile:\t 9 kB\n".utf8)
        #expect(ProcessMemory.anonymousByteCount(in: status[...]) == 152 * 1024)
        #expect(ProcessMemory.anonymousByteCount(in: status.prefix(20)) == nil)
        #expect(ProcessMemory.anonymousByteCount(in: []) == nil)
    }

    @Test("A process that has ended has no memory to be judged by")
    func ended() {
        var watch = MemoryWatch(processID: .max, warning: 0, limit: 0)
        #expect(!watch.isPossible)
        #expect(watch.check() == .fine)
    }
}
