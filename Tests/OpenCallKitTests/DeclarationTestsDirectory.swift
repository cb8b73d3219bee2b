// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// What each declaration of CallKit's call directories is, for the ledger.
@Suite struct DeclarationTestsDirectory {
    @Test("B140: numbers are 64-bit integers, and the largest legal one is Int64.max - 1")
    func numbers() {
        let number: CXCallDirectoryPhoneNumber = 1_408_555_5555
        #expect(type(of: number) == Int64.self)
        #expect(CXCallDirectoryPhoneNumberMax == 9_223_372_036_854_775_806)
    }

    @Test("A provider is made without arguments, and begins the request of its context alone")
    func provider() {
        final class Provider: CXCallDirectoryProvider {
            var begun: [CXCallDirectoryExtensionContext] = []

            override init() {}

            override func beginRequest(with context: CXCallDirectoryExtensionContext) {
                begun.append(context)
            }
        }
        let provider = Provider()
        let context = CXCallDirectoryExtensionContext()
        let handler: any NSExtensionRequestHandling = provider
        handler.beginRequest(with: context)
        handler.beginRequest(with: NSExtensionContext())
        #expect(provider.begun.count == 1 && provider.begun.first === context)
        #expect(context.inputItems.isEmpty)
        #expect(CXCallDirectoryProvider().isEqual(nil) == false)
    }

    @Test("A context takes each of the six operations, in order (B144, B146)")
    func context() async throws {
        let stage = try DirectoryStage(script: FakeDirectoryPhone.answers(isIncremental: true))
        let history = History()
        let outcome = await stage.run {
            ScriptedProvider(history) { context in
                #expect(context.isIncremental)
                context.removeAllBlockingEntries()
                context.addBlockingEntry(withNextSequentialPhoneNumber: 5)
                context.removeBlockingEntry(withPhoneNumber: 6)
                context.removeAllIdentificationEntries()
                context.addIdentificationEntry(withNextSequentialPhoneNumber: 7, label: "Seven")
                context.removeIdentificationEntry(withPhoneNumber: 8)
                context.completeRequest()
            }
        }
        #expect(outcome == .completed && history.all.isEmpty)
        #expect(
            stage.phone.lines == [
                "unblock all", "block 5", "unblock 6", "forget all", "identify 7 Seven", "forget 8",
            ])
    }

    @Test("B154: completing says whether the request had ended before, in both forms")
    func completion() async throws {
        let stage = try DirectoryStage()
        let history = History()
        #expect(
            await stage.run {
                ScriptedProvider(history) { context in
                    Task {
                        history.note("\(await context.completeRequest())")
                        history.note("\(await context.completeRequest())")
                    }
                }
            } == .completed)
        let late = try DirectoryStage()
        #expect(
            await late.run {
                ScriptedProvider(history) { context in
                    context.cancelRequest(withError: CXErrorCodeCallDirectoryManagerError(.unknown))
                    context.completeRequest { history.note("expired \($0)") }
                }
            } == .cancelled)
        #expect(history.all.first == "false" && history.all.contains("expired true"))
    }

    @Test("A context does not keep its delegate, which must hear of a failure")
    func contextDelegate() {
        final class Delegate: NSObject, CXCallDirectoryExtensionContextDelegate {
            func requestFailed(
                for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
            ) {}
        }
        let context = CXCallDirectoryExtensionContext()
        var delegate: Delegate? = Delegate()
        context.delegate = delegate
        #expect(context.delegate === delegate)
        delegate = nil
        #expect(context.delegate == nil)
    }

    @Test("An extension is unknown, off or on, with Apple's numbers")
    func enabledStatus() {
        let statuses: [CXCallDirectoryManager.EnabledStatus] = [.unknown, .disabled, .enabled]
        #expect(statuses.map(\.rawValue) == [0, 1, 2])
        #expect(CXCallDirectoryManager.EnabledStatus(rawValue: 3) == nil)
    }

    @Test("A manager's requests have a form with a completion and one that is awaited")
    func manager() async throws {
        let bench = try Bench { request in
            switch request {
            case .directoryStatus(let id, _): [.directoryStatus(id, .disabled)]
            case .reloadDirectory(let id, _):
                [.answered(id, .callDirectory(.extensionDisabled))]
            case .openDirectorySettings(let id): [.answered(id, nil)]
            default: FakePhone.admitting(request)
            }
        }
        let manager = bench.make { CXCallDirectoryManager() }
        let name = "com.example.test.directory"
        #expect(bench.make { CXCallDirectoryManager.sharedInstance } !== manager)
        let (answers, answer) = AsyncStream.makeStream(of: String.self)
        manager.reloadExtension(withIdentifier: name) { error in
            answer.yield("\((error as NSError?)?.code ?? -1)")
        }
        manager.getEnabledStatusForExtension(withIdentifier: name) { status, error in
            answer.yield("\(status) \(error == nil)")
        }
        manager.openSettings { error in
            answer.yield("\(error == nil)")
            answer.finish()
        }
        var seen: [String] = []
        for await line in answers { seen.append(line) }
        #expect(seen == ["6", "disabled true", "true"])

        let quietly = {
            manager.reloadExtension(withIdentifier: name)
            manager.openSettings()
        }
        quietly()
        await #expect(throws: CXErrorCodeCallDirectoryManagerError(.extensionDisabled)) {
            try await manager.reloadExtension(withIdentifier: name)
        }
        #expect(try await manager.enabledStatusForExtension(withIdentifier: name) == .disabled)
        try await manager.openSettings()
    }
}
