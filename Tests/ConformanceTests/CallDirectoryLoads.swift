// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

private let shop: Int64 = 14_085_550_100
private let bank: Int64 = 442_079_460_123
private let pest: Int64 = 4_930_901_820

@Suite("Loading call directories: B138–B148") struct CallDirectoryLoads {
    @Test(
        "B138: the extension fills a store beforehand, and is not run when a call comes",
        arguments: Link.allCases)
    func b138(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give([(shop, "Shop")])
        try await stand.enable()
        #expect(stand.script.take() == ["begin"])
        try await stand.report("a", from: "+14085550100")
        #expect(stand.phone.screen.ringing?.callerName == "Shop")
        #expect(stand.script.take() == [])
    }

    @Test(
        "B139: a load happens at switch-on and at each reload, and not before",
        arguments: Link.allCases)
    func b139(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [pest])
        try await stand.phone.settle()
        #expect(stand.script.take() == [])
        try await stand.enable()
        #expect(stand.script.take() == ["begin"])
        #expect(stand.directory?.counts == CallDirectory.Counts(blocking: 1))
        #expect(try await stand.reload() == nil)
        #expect(stand.script.take() == ["begin"])
        stand.phone.directory.disable(DirectoryStand.id)
        try await stand.phone.settle()
        #expect(stand.script.take() == [])
        try await stand.enable()
        #expect(stand.script.take() == ["begin"])
    }

    @Test(
        "B140: numbers ascend in each of the two lists by itself, else code 3",
        arguments: Link.allCases)
    func b140(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.set { context in
            context.add(blocking: [20], [(10, "a")])
            context.add(blocking: [21], [(11, "b")])
            context.completeRequest()
        }
        try await stand.enable()
        #expect(stand.directory?.counts == CallDirectory.Counts(blocking: 2, identification: 2))
        stand.script.give(blocking: [20, 19])
        #expect(try await stand.reload() == 3)
        stand.script.give([(10, "a"), (9, "b")])
        #expect(try await stand.reload() == 3)
        for number: Int64 in [0, -1, .min, .max] {
            stand.script.give(blocking: [number])
            #expect(try await stand.reload() == 3, "\(number)")
        }
        #expect(CXCallDirectoryPhoneNumberMax == .max - 1)
        stand.script.give(blocking: [1, CXCallDirectoryPhoneNumberMax])
        #expect(try await stand.reload() == nil)
    }

    @Test(
        "B141: the same entry twice is code 4; a number may have several labels",
        arguments: Link.allCases)
    func b141(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [20, 20])
        try await stand.enable()
        #expect(stand.directory?.failure?.code == .duplicateEntries)
        stand.script.give([(10, "a"), (10, "b"), (10, "a")])
        #expect(try await stand.reload() == 4)
        stand.script.give(blocking: [10], [(10, "a"), (10, "b")])
        #expect(try await stand.reload() == nil)
        #expect(try stand.labels() == ["10 a", "10 b"])
        #expect(stand.phone.directory.lookUp("+14085550100")?.rows.map(\.label) == [nil])
    }

    @Test(
        "B142: 1,999,999 entries of both kinds together, and one more is code 5, all refused",
        arguments: Link.allCases)
    func b142(link: Link) async throws {
        #expect(SystemRules().directoryEntryLimit == 1_999_999)
        var rules = SystemRules()
        rules.directoryEntryLimit = 5
        let stand = try await DirectoryStand(link, rules)
        stand.script.give(blocking: [1, 2, 3], [(1, "a"), (2, "b")])
        try await stand.enable()
        #expect(stand.directory?.counts?.total == 5)
        stand.script.give(blocking: [1, 2, 3], [(1, "a"), (2, "b"), (3, "c")])
        #expect(try await stand.reload() == 5)
        #expect(stand.directory?.counts?.total == 5)
        // What changes count for is what stands after them.
        stand.script.set { context in
            guard context.isIncremental else { return context.completeRequest() }
            context.add(blocking: [4])
            context.completeRequest()
        }
        #expect(try await stand.reload() == nil)
    }

    @Test(
        "B143: the limit is that of one extension, so an app spreads its entries over several",
        arguments: Link.allCases)
    func b143(link: Link) async throws {
        var rules = SystemRules()
        rules.directoryEntryLimit = 2
        let stand = try await DirectoryStand(link, rules)
        let second = try stand.add("com.example.hotline.second")
        stand.script.give(blocking: [1, 2])
        second.give(blocking: [3, 4])
        try await stand.enable()
        try await stand.enable("com.example.hotline.second")
        #expect(stand.phone.directory.extensions.map(\.counts?.total) == [2, 2])
    }

    @Test(
        "B144: who asks isIncremental and hears yes sends changes; who does not ask, everything",
        arguments: Link.allCases)
    func b144(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [1, 3])
        try await stand.enable()
        stand.script.set { context in
            if context.isIncremental { context.add(blocking: [2]) }
            context.completeRequest()
        }
        #expect(try await stand.reload() == nil)
        #expect(try stand.blocked() == [1, 2, 3])
        stand.script.give(blocking: [7])
        #expect(try await stand.reload() == nil)
        #expect(try stand.blocked() == [7])
    }

    @Test(
        "B145: isIncremental is false at first and after a failure, true where data stands",
        arguments: Link.allCases)
    func b145(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let script = stand.script
        let asking: DirectoryScript.Body = { context in
            script.log("\(context.isIncremental)")
            context.completeRequest()
        }
        script.set(asking)
        try await stand.enable()
        #expect(script.take() == ["begin", "false"])
        #expect(try await stand.reload() == nil)
        #expect(script.take() == ["begin", "true"])
        script.give(blocking: [2, 1])
        #expect(try await stand.reload() == 3)
        _ = script.take()
        script.set(asking)
        #expect(try await stand.reload() == nil)
        #expect(try await stand.reload() == nil)
        #expect(script.take() == ["begin", "false", "begin", "true"])
        stand.phone.reboot()
        try await stand.phone.settle()
        stand.phone.directory.startReload(DirectoryStand.id)
        try await stand.phone.settle()
        #expect(script.take() == ["begin", "true"])
    }

    @Test(
        "B146: a removal is legal in an incremental load alone, else code 8; it takes all labels",
        arguments: Link.allCases)
    func b146(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let removals: [@Sendable (CXCallDirectoryExtensionContext) -> Void] = [
            { $0.removeBlockingEntry(withPhoneNumber: 1) },
            { $0.removeAllBlockingEntries() },
            { $0.removeIdentificationEntry(withPhoneNumber: 1) },
            { $0.removeAllIdentificationEntries() },
        ]
        stand.script.give(blocking: [1], [(1, "a"), (1, "b"), (2, "c")])
        try await stand.enable()
        for remove in removals {
            stand.script.set { context in
                remove(context)
                context.completeRequest()
            }
            #expect(try await stand.reload() == 8)
        }
        stand.script.give(blocking: [1], [(1, "a"), (1, "b"), (2, "c")])
        #expect(try await stand.reload() == nil)
        stand.script.set { context in
            guard context.isIncremental else { return context.completeRequest() }
            context.removeIdentificationEntry(withPhoneNumber: 1)
            // Not there: nothing happens.
            context.removeBlockingEntry(withPhoneNumber: 9)
            context.completeRequest()
        }
        #expect(try await stand.reload() == nil)
        #expect(try stand.labels() == ["2 c"])
        #expect(try stand.blocked() == [1])
    }

    @Test(
        "B147: numbers that an incremental load adds ascend too; removing all first is legal",
        arguments: Link.allCases)
    func b147(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [5])
        try await stand.enable()
        stand.script.set { context in
            if context.isIncremental { context.add(blocking: [9, 8]) }
            context.completeRequest()
        }
        #expect(try await stand.reload() == 3)
        stand.script.give(blocking: [5])
        #expect(try await stand.reload() == nil)
        stand.script.set { context in
            guard context.isIncremental else { return context.completeRequest() }
            context.removeAllBlockingEntries()
            context.add(blocking: [3, 4, 5])
            context.completeRequest()
        }
        #expect(try await stand.reload() == nil)
        #expect(try stand.blocked() == [3, 4, 5])
    }

    @Test(
        "B148: a load that fails leaves what the one before has given",
        arguments: Link.allCases)
    func b148(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [pest], [(bank, "Bank")])
        try await stand.enable()
        stand.script.give(blocking: [shop, 1])
        #expect(try await stand.reload() == 3)
        #expect(stand.directory?.counts == CallDirectory.Counts(blocking: 1, identification: 1))
        #expect(stand.directory?.failure?.code == .entriesOutOfOrder)
        try await stand.report("a", from: "+442079460123")
        #expect(stand.phone.screen.ringing?.callerName == "Bank")
    }
}
