// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// A delegate that has a method for each action of a call in progress.
private final class FullDelegate: NSObject, CXProviderDelegate, @unchecked Sendable {
    // Sendable because the history is locked and the rest is set before the provider begins.
    let history = History()
    var onAction: (CXAction) -> Void = { $0.fulfill() }

    func providerDidReset(_ provider: CXProvider) {}

    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        take(action, "muted \(action.isMuted)")
    }
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        take(action, "group \(action.callUUIDToGroupWith?.uuidString ?? "none")")
    }
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        take(action, "digits \(action.digits) \(action.type)")
    }
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        take(
            action,
            "translating \(action.isTranslating) \(action.localLanguage) \(action.remoteLanguage)")
    }

    private func take(_ action: CXAction, _ words: String) {
        history.note(words)
        onAction(action)
    }
}

@Suite struct ActionKindTests {
    private let other = CallID(high: 0, low: 2)
    private let first = ProviderID(1)

    private var kinds: [CallAction.Kind] {
        [
            .setMuted(true), .setMuted(false), .setGroup(with: other), .setGroup(with: nil),
            .playDTMF(digits: "5", .singleTone), .playDTMF(digits: "12#", .softPause),
            .playDTMF(digits: "*", .hardPause),
            .setTranslating(.init(isOn: true, localLanguage: "de", remoteLanguage: "en")),
            .setTranslating(.init(isOn: false, localLanguage: "", remoteLanguage: "fr")),
        ]
    }

    private func transaction(_ kinds: [CallAction.Kind]) -> CallTransaction {
        CallTransaction(
            id: TransactionID(high: 9, low: 9),
            actions: kinds.enumerated().map {
                CallAction(
                    id: ActionID(high: 1, low: UInt64($0)),
                    call: CallID(high: 0, low: 1),
                    kind: $1,
                    timeout: WallTime(milliseconds: 1_700_000_005_000)
                )
            }
        )
    }

    private func completions(_ bench: Bench) -> [ActionOutcome] {
        bench.phone.requests.compactMap {
            if case .completeAction(_, let outcome) = $0 { outcome } else { nil }
        }
    }

    private func provider(
        _ bench: Bench,
        _ delegate: any CXProviderDelegate
    ) async -> CXProvider {
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        provider.setDelegate(delegate, queue: nil)
        await bench.settle()
        return provider
    }

    @Test(
        "B86, B87, B94, B97, B98: mute, group, tones and translation reach their methods",
        arguments: FakeLink.allCases)
    func performed(link: FakeLink) async throws {
        let bench = try Bench(link)
        let delegate = FullDelegate()
        let provider = await provider(bench, delegate)
        bench.phone.say(.perform(first, transaction(kinds)))
        await bench.settle()
        #expect(
            delegate.history.all == [
                "muted true", "muted false", "group 00000000-0000-0000-0000-000000000002",
                "group none", "digits 5 singleTone", "digits 12# softPause", "digits * hardPause",
                "translating true de en", "translating false  fr",
            ])
        #expect(
            completions(bench) == Array(repeating: .fulfilled(at: nil), count: kinds.count))
        withExtendedLifetime(provider) {}
    }

    @Test("Each action that the delegate has no method for is told so, and others go on")
    func unimplemented() async throws {
        let bench = try Bench()
        let delegate = BareDelegate()
        let provider = await provider(bench, delegate)
        let start = CallAction.Kind.start(.init(handle: Handle(kind: .generic, value: "x")))
        let all = [start, .answer, .end, .setHeld(true)] + kinds
        bench.phone.say(.perform(first, transaction(all)))
        await bench.settle()
        #expect(completions(bench) == Array(repeating: .unimplemented, count: all.count))
        #expect(provider.pendingTransactions == [])
        withExtendedLifetime(delegate) {}
    }

    @Test("B98: a translation is fulfilled with who translates")
    func engines() async throws {
        let bench = try Bench()
        let delegate = FullDelegate()
        let engines = Locked<[CXTranslationEngine]>([.custom, .default])
        delegate.onAction = { action in
            guard let action = action as? CXSetTranslatingCallAction else { return }
            action.fulfill(using: engines.withLock { $0.removeFirst() })
            #expect(action.isComplete)
        }
        let provider = await provider(bench, delegate)
        bench.phone.say(.perform(first, transaction(Array(kinds.suffix(2)))))
        await bench.settle()
        #expect(
            completions(bench) == [
                .fulfilledTranslating(.custom), .fulfilledTranslating(.default),
            ])
        #expect(CXTranslationEngine.default.rawValue == 0)
        withExtendedLifetime(provider) {}
    }

    @Test("B47: each action that is requested goes out as it was made, and comes back the same")
    func requested() async throws {
        let bench = try Bench()
        let delegate = FullDelegate()
        let seen = Locked<[CXAction]>([])
        delegate.onAction = { action in
            seen.withLock { $0.append(action) }
            action.fulfill()
        }
        let provider = await provider(bench, delegate)
        let (call, partner) = (UUID(), UUID())
        let actions: [CXCallAction] = bench.make {
            [
                CXSetMutedCallAction(call: call, muted: true),
                CXSetGroupCallAction(call: call, callUUIDToGroupWith: partner),
                CXSetGroupCallAction(call: call, callUUIDToGroupWith: nil),
                CXPlayDTMFCallAction(call: call, digits: "1", type: .hardPause),
                CXSetTranslatingCallAction(
                    call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en"),
            ]
        }
        let controller = bench.make { CXCallController() }
        try await controller.requestTransaction(with: actions)
        await bench.settle()
        let kinds = bench.phone.requests.compactMap {
            if case .requestTransaction(_, let transaction) = $0 {
                transaction.actions.map(\.kind)
            } else {
                nil
            }
        }
        #expect(
            kinds == [
                [
                    .setMuted(true), .setGroup(with: CallID(partner.uuidString)),
                    .setGroup(with: nil), .playDTMF(digits: "1", .hardPause),
                    .setTranslating(.init(isOn: true, localLanguage: "de", remoteLanguage: "en")),
                ]
            ])
        let delivered = seen.withLock { $0 }
        #expect(delivered.count == actions.count)
        #expect(zip(delivered, actions).allSatisfy { $0 === $1 })
        withExtendedLifetime(provider) {}
    }

    // MARK: Misuse

    @Test("B39: completing an action once more is told to the phone, each time")
    func twice() async throws {
        let bench = try Bench()
        let delegate = FullDelegate()
        delegate.onAction = { action in
            action.fulfill()
            action.fail()
            action.fulfill()
        }
        let provider = await provider(bench, delegate)
        let given = transaction([.setMuted(true)])
        bench.phone.say(.perform(first, given))
        await bench.settle()
        let (call, id) = (given.actions[0].call, given.actions[0].id)
        #expect(
            bench.phone.requests.suffix(3) == [
                .completeAction(id, .fulfilled(at: nil)),
                .misused(.completedTwice(call, id)), .misused(.completedTwice(call, id)),
            ])
        withExtendedLifetime(provider) {}
    }

    @Test("B37: completing an action that has timed out is told to the phone")
    func late() async throws {
        let bench = try Bench()
        let delegate = FullDelegate()
        let late = Locked<CXAction?>(nil)
        delegate.onAction = { action in late.withLock { $0 = action } }
        let provider = await provider(bench, delegate)
        let given = transaction([.setMuted(true)])
        let (call, id) = (given.actions[0].call, given.actions[0].id)
        bench.phone.say(.perform(first, given), .timedOut(first, id))
        await bench.settle()
        let action = try #require(late.withLock { $0 })
        #expect(action.isComplete)
        action.fulfill()
        await bench.settle()
        #expect(bench.phone.requests.last == .misused(.completedAfterTimeout(call, id)))
        #expect(completions(bench) == [])
        withExtendedLifetime(provider) {}
    }

    @Test("What is not sent for its size is told to the phone")
    func oversize() async throws {
        let bench = try Bench()
        let provider = await provider(bench, BareDelegate())
        let update = CXCallUpdate()
        update.localizedCallerName = String(repeating: "x", count: 1_000_000)
        await #expect(throws: CXErrorCodeIncomingCallError.self) {
            try await provider.reportNewIncomingCall(with: UUID(), update: update)
        }
        await bench.settle()
        #expect(
            bench.phone.requests.last
                == .misused(.overLimit("a caller's name of 1000000 bytes (at most 1024)")))
    }

    // MARK: Time

    @Test("B36: once the phone's time is virtual, actions take their time-out from it")
    func virtualTime() async throws {
        let bench = try Bench()
        let provider = await provider(bench, BareDelegate())
        let now = VirtualNow(
            monotonic: MonotonicTime(nanoseconds: 5), wall: WallTime(milliseconds: 1_000_000))
        bench.phone.say(.settle(1, now: now))
        await bench.settle()
        let action = bench.make { CXSetMutedCallAction(call: UUID(), muted: true) }
        #expect(action.timeoutDate == Date(timeIntervalSince1970: 1005))
        withExtendedLifetime(provider) {}
    }

    @Test("The configuration says whether calls can be translated")
    func configuration() async throws {
        let bench = try Bench()
        let configuration = CXProviderConfiguration()
        #expect(!configuration.supportsAudioTranslation)
        configuration.supportsAudioTranslation = true
        let copy = try #require(configuration.copy() as? CXProviderConfiguration)
        #expect(copy.supportsAudioTranslation)
        let provider = bench.make { CXProvider(configuration: configuration) }
        await bench.settle()
        var sent = ProviderConfiguration()
        sent.supportsAudioTranslation = true
        #expect(bench.phone.requests == [.registerProvider(first, sent)])
        withExtendedLifetime(provider) {}
    }
}
