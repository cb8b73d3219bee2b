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

    @Test("Two million minus one entries are taken, and one more gives code 5", .phone())
    func limit() async throws {
        let phone = SimulatedPhone(SystemRules())
        #expect(phone.rules.directoryEntryLimit == 1_999_999)
    }
}
