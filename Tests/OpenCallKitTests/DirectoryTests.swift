// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import ClientsSwift5
import ClientsSwift6
import Foundation
import PhoneLink
import Testing

@Suite struct DirectoryTests {
    private static let whole = [
        "block 14085555555", "block 18005555555", "identify 18775555555 Telemarketer",
        "identify 18885555555 Local business",
    ]
    private static let changes = [
        "unblock 14085555555", "block 14085551234", "forget 18885555555",
        "identify 18885555555 New local business",
    ]

    @Test("A handler as Xcode's template has it loads everything, or the changes alone (B144)")
    func template() async throws {
        let makers: [@Sendable () -> CXCallDirectoryProvider] = [
            { ClientsSwift5.CallDirectoryHandler() }, { ClientsSwift6.CallDirectoryHandler() },
        ]
        for make in makers {
            for link in FakeLink.allCases {
                let stage = try DirectoryStage(link)
                #expect(await stage.run(make) == .completed)
                #expect(stage.phone.lines == Self.whole)
                let second = try DirectoryStage(
                    link, script: FakeDirectoryPhone.answers(isIncremental: true))
                #expect(await second.run(make) == .completed)
                #expect(second.phone.lines == Self.changes)
                #expect(second.phone.requests.contains(.confirmIncremental))
            }
        }
    }

    @Test("An autorelease pool returns what its body returns, and throws what that throws (B151)")
    func autoreleasePool() {
        #expect(autoreleasepool { 14_085_555_555 } == 14_085_555_555)
        #expect(throws: CancellationError.self) {
            try autoreleasepool { throw CancellationError() }
        }
    }

    @Test("A load may start over, be completed by a task, and be given up")
    func otherShapes() async throws {
        let over = try DirectoryStage(script: FakeDirectoryPhone.answers(isIncremental: true))
        #expect(await over.run { ClientsSwift6.StartingOverHandler() } == .completed)
        #expect(over.phone.lines.prefix(2) == ["unblock all", "forget all"])
        #expect(over.phone.lines.count == 5)

        let waiting = try DirectoryStage()
        #expect(await waiting.run { ClientsSwift6.WaitingHandler() } == .completed)
        #expect(waiting.phone.lines == ["block 33162000000"])

        let bench = try Bench()
        let gone = try DirectoryStage()
        #expect(
            await gone.run(as: bench.session) { ClientsSwift6.GivingUpHandler() } == .cancelled)
        guard case .cancel(let words) = gone.phone.requests.last else {
            Issue.record("the phone does not hear of it")
            return
        }
        #expect(words.contains("GivingUpHandler.Problem"))
    }

    @Test("A class that does not override beginRequest fails its load, and its name is told")
    func notOverridden() async throws {
        final class Empty: CXCallDirectoryProvider {}
        let stage = try DirectoryStage()
        #expect(await stage.run { Empty() } == .cancelled)
        guard case .cancel(let words) = stage.phone.requests.last else {
            Issue.record("the phone does not hear of it")
            return
        }
        #expect(words.contains("Empty") && words.contains("override beginRequest"))
        #expect(!stage.phone.requests.contains(.complete))
    }

    @Test("B154: of a failure the delegate hears first, once, and then the completion, with true")
    func failure() async throws {
        let stage = try DirectoryStage(script: { request in
            switch request {
            case .hello:
                [.welcome(DirectoryWelcome(extensionID: "x", isIncremental: false))]
            default: [.failed(code: 4, words: "twice")]
            }
        })
        let history = History()
        let outcome = await stage.run {
            ScriptedProvider(history) { context in
                context.addBlockingEntry(withNextSequentialPhoneNumber: 5)
                context.addBlockingEntry(withNextSequentialPhoneNumber: 5)
                context.completeRequest { expired in
                    history.note("expired \(expired)")
                    context.completeRequest { history.note("again \($0)") }
                }
            }
        }
        #expect(outcome == .failed(code: 4, words: "twice"))
        #expect(
            Array(history.all.prefix(2)) == [
                "failed com.apple.CallKit.error.calldirectorymanager 4", "expired true",
            ])
    }

    @Test("B161: a code that has no name reaches the delegate as it is")
    func unknownCode() async throws {
        let stage = try DirectoryStage(script: { request in
            switch request {
            case .hello:
                [
                    .welcome(DirectoryWelcome(extensionID: "x", isIncremental: false)),
                    .failed(code: 11, words: "corrupt"),
                ]
            default: []
            }
        })
        let history = History()
        #expect(
            await stage.run { ScriptedProvider(history) { _ in } }
                == .failed(code: 11, words: "corrupt"))
        #expect(history.all == ["failed com.apple.CallKit.error.calldirectorymanager 11"])
    }

    @Test("A completion runs also while the provider waits for it on its own queue")
    func waits() async throws {
        let stage = try DirectoryStage(.socket)
        let history = History()
        let outcome = await stage.run {
            ScriptedProvider(history) { context in
                let done = DispatchSemaphore(value: 0)
                context.completeRequest { expired in
                    history.note("expired \(expired)")
                    done.signal()
                }
                done.wait()
            }
        }
        #expect(outcome == .completed)
        #expect(history.all == ["expired false"])
    }

    @Test("Completing twice calls both completions and tells the phone once")
    func twice() async throws {
        let stage = try DirectoryStage()
        let history = History()
        let outcome = await stage.run {
            ScriptedProvider(history) { context in
                context.completeRequest { _ in history.note("one") }
                context.completeRequest { _ in history.note("two") }
            }
        }
        #expect(outcome == .completed)
        #expect(history.all == ["one", "two"])
        #expect(stage.phone.requests.filter { $0 == .complete }.count == 1)
    }

    @Test("Where the phone refuses, no provider is made")
    func refused() async throws {
        let stage = try DirectoryStage(script: { _ in [.refused("not installed")] })
        let history = History()
        let outcome = await stage.run {
            history.note("made")
            return ScriptedProvider(history) { _ in }
        }
        #expect(outcome == .refused("the phone at test refused this process: not installed"))
        #expect(history.all == [])
    }

    @Test("A context for tests takes everything and completes")
    func double() async {
        let context = ClientsSwift6.DoubleDirectoryContext()
        ClientsSwift6.CallDirectoryHandler().beginRequest(with: context)
        #expect(context.entries == Self.whole && context.isComplete)
        let plain = CXCallDirectoryExtensionContext()
        plain.addBlockingEntry(withNextSequentialPhoneNumber: 1)
        #expect(!plain.isIncremental)
        #expect(await plain.completeRequest() == false)
    }
}
