// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import NumberTable
import Testing

/// A handler in the shape of Xcode's template.
private final class TemplateHandler: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        if context.isIncremental {
            context.removeBlockingEntry(withPhoneNumber: 1_408_555_5555)
            context.addBlockingEntry(withNextSequentialPhoneNumber: 1_408_555_5557)
        } else {
            for number: Int64 in [1_408_555_5555, 1_800_555_5555] {
                context.addBlockingEntry(withNextSequentialPhoneNumber: number)
            }
            context.addIdentificationEntry(
                withNextSequentialPhoneNumber: 1_877_555_5555, label: "Telemarketer")
        }
        context.completeRequest()
    }
}

extension TemplateHandler: CXCallDirectoryExtensionContextDelegate {
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {}
}

/// A handler that does as a test says.
private final class ScriptedHandler: CXCallDirectoryProvider {
    let script: @Sendable (CXCallDirectoryExtensionContext) -> Void

    init(_ script: @escaping @Sendable (CXCallDirectoryExtensionContext) -> Void) {
        self.script = script
        super.init()
    }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) { script(context) }
}

@Suite("phone.directory") struct DirectoryTests {
    @Test("A handler loads in one line, and the next load is incremental", .phone())
    func reload() async throws {
        let phone = SimulatedPhone.current
        var counts = try await phone.directory.reload { TemplateHandler() }
        #expect(counts == CallDirectory.Counts(blocking: 2, identification: 1))
        let id = try #require(phone.directory.extensions.first?.id)
        #expect(phone.directory[id]?.wasIncremental == false)
        counts = try await phone.directory.reload { TemplateHandler() }
        #expect(counts == CallDirectory.Counts(blocking: 2, identification: 1))
        #expect(phone.directory[id]?.wasIncremental == true)
        let blocked = try phone.directory.blockedNumbers(of: id)
        #expect(blocked == [1_408_555_5557, 1_800_555_5555])
        #expect(try phone.directory.labels(of: id).map(\.label) == ["Telemarketer"])
        #expect(try phone.directory.table(of: id)?.blocks(1_800_555_5555) == true)
        let found = try #require(phone.directory.lookUp("+1 (877) 555-5555"))
        #expect(found.number == 1_877_555_5555)
        #expect(found.rows.map(\.label) == ["Telemarketer"])
        #expect(found.rows.map(\.isBlocked) == [false])
    }

    @Test(
        "A bad entry throws Apple's code, with the list, the index and the entry in words", .phone()
    )
    func failure() async throws {
        let phone = SimulatedPhone.current
        let error = await #expect(throws: CXErrorCodeCallDirectoryManagerError.self) {
            try await phone.directory.reload {
                ScriptedHandler { context in
                    context.addBlockingEntry(withNextSequentialPhoneNumber: 30)
                    context.addBlockingEntry(withNextSequentialPhoneNumber: 20)
                    context.completeRequest()
                }
            }
        }
        #expect(error?.code == .entriesOutOfOrder)
        let words = try #require(error?.localizedDescription)
        for word in ["blocking", "entry 1", "20", "30"] {
            #expect(words.contains(word), "\(words)")
        }
        #expect(phone.directory.extensions.first?.counts == nil)
    }

    @Test("Each of Apple's codes comes from a load as it would on a phone", .phone())
    func codes() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install("com.example.hotline") {}
        let id = "com.example.hotline.directory"
        func code() async throws -> Int? {
            do {
                try await phone.directory.reload(id)
                return nil
            } catch let error as CXErrorCodeCallDirectoryManagerError {
                return error.errorCode
            }
        }
        #expect(try await code() == 1)
        app.addDirectoryExtension(id) {
            ScriptedHandler { context in
                context.addBlockingEntry(withNextSequentialPhoneNumber: 1_408_555_5555)
                context.completeRequest()
            }
        }
        #expect(try await code() == 6)
        phone.directory.enable(id)
        try await phone.settle()
        #expect(try await code() == nil)
        phone.faults.directoryKilledAfter = 1
        #expect(try await code() == 2)
        phone.faults.directoryKilledAfter = nil
        for number in [0, 11, 102] {
            phone.faults.directoryLoadsFail = number
            #expect(try await code() == number)
        }
        phone.faults.directoryLoadsFail = nil
        // It never completes its request.
        app.addDirectoryExtension(id) { ScriptedHandler { _ in } }
        phone.directory.startReload(id)
        try await phone.settle()
        #expect(try await code() == 7)
        phone.directory.disable(id)
        try await phone.settle()
        #expect(phone.directory[id]?.isLoading == false)
    }

    @Test("The limit of entries is a rule, and one more is refused with code 5")
    func limit() async throws {
        #expect(SystemRules().directoryEntryLimit == 1_999_999)
        var rules = SystemRules()
        rules.directoryEntryLimit = 5_000
        let phone = SimulatedPhone(rules)
        defer { phone.close() }
        func load(_ count: Int64) async throws {
            try await phone.directory.reload {
                ScriptedHandler { context in
                    for number in 1...count {
                        context.addIdentificationEntry(
                            withNextSequentialPhoneNumber: number, label: "Label \(number % 50)")
                    }
                    context.completeRequest()
                }
            }
        }
        try await load(5_000)
        let error = await #expect(throws: CXErrorCodeCallDirectoryManagerError.self) {
            try await load(5_001)
        }
        #expect(error?.code == .maximumEntriesExceeded)
        #expect(phone.directory.extensions.first?.counts?.identification == 5_000)
    }

    @Test("A handler may complete its request from elsewhere, and later", .phone())
    func later() async throws {
        let phone = SimulatedPhone.current
        let counts = try await phone.directory.reload {
            ScriptedHandler { context in
                DispatchQueue.global().async {
                    context.addBlockingEntry(withNextSequentialPhoneNumber: 1_408_555_5555)
                    context.completeRequest()
                }
            }
        }
        #expect(counts == CallDirectory.Counts(blocking: 1))
    }

    @Test("An app and its extension share the container of their group, which goes with the phone")
    func group() async throws {
        let phone = SimulatedPhone()
        let group = "group.com.example.hotline"
        let container = try #require(phone.groupContainer(group))
        let app = phone.launch("com.example.hotline") {}
        try await app.run {
            let folder = FileManager.default.containerURL(
                forSecurityApplicationGroupIdentifier: group)
            try Data("1408555".utf8).write(
                to: try #require(folder).appendingPathComponent("number"))
        }
        let counts = try await phone.directory.reload {
            ScriptedHandler { context in
                let folder = FileManager.default.containerURL(
                    forSecurityApplicationGroupIdentifier: group)
                let file = folder?.appendingPathComponent("number")
                let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
                context.addBlockingEntry(
                    withNextSequentialPhoneNumber: text.flatMap { Int64($0) } ?? 0)
                context.completeRequest()
            }
        }
        #expect(counts.blocking == 1)
        #expect(phone.groupContainer("elsewhere") == nil)
        phone.close()
        #expect(!FileManager.default.fileExists(atPath: container.path))
    }

    @Test("The log of blocked calls names the extension, and Recents has no such row", .phone())
    func blockedCalls() async throws {
        let phone = SimulatedPhone.current
        try await phone.directory.reload { TemplateHandler() }
        let call = phone.world.incomingCellularCall(from: "+14085555555")
        try await phone.settle()
        let blocked = try #require(phone.directory.blockedCalls.first)
        #expect(blocked.call == call)
        #expect(blocked.directory == phone.directory.extensions.first?.id)
        #expect(phone.recents.isEmpty)
        phone.world.incomingCellularCall(from: "+18775555555")
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Telemarketer")
    }
}
