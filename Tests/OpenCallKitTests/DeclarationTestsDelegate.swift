// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// What each method of CallKit's delegate is told, for the ledger.
@Suite struct DeclarationTestsDelegate {
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

    private func provider(_ bench: Bench, _ delegate: any CXProviderDelegate) async -> CXProvider {
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        provider.setDelegate(delegate, queue: nil)
        await bench.settle()
        return provider
    }

    @Test("The life of a provider is told: begin, execute, time-out, audio, reset")
    func life() async throws {
        final class LifeDelegate: NSObject, CXProviderDelegate {
            let history = History()
            func providerDidReset(_ provider: CXProvider) { history.note("reset") }
            func providerDidBegin(_ provider: CXProvider) { history.note("begin") }
            func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
                history.note("execute \(transaction.actions.count)")
                return true
            }
            func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
                history.note("timed out \(action is CXAnswerCallAction)")
            }
            func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
                history.note("activated")
            }
            func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
                history.note("deactivated")
            }
        }
        let bench = try Bench()
        let delegate = LifeDelegate()
        let provider = await provider(bench, delegate)
        let id = ProviderID(1)
        let answer = transaction([.answer])
        bench.phone.say(
            .perform(id, answer), .timedOut(id, answer.actions[0].id), .audioActivated(id),
            .audioDeactivated(id), .providerReset(id))
        await bench.settle()
        #expect(
            delegate.history.all == [
                "begin", "execute 1", "timed out true", "activated", "deactivated", "reset",
            ])
        withExtendedLifetime(provider) {}
    }

    @Test("Each class of action comes to the method of its class")
    func performs() async throws {
        final class ActionDelegate: NSObject, CXProviderDelegate {
            let history = History()
            func take(_ action: CXAction, _ words: String) {
                history.note(words)
                action.fulfill()
            }
            func providerDidReset(_ provider: CXProvider) {}
            func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
                take(action, "start \(action.handle.value)")
            }
            func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
                take(action, "answer")
            }
            func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
                take(action, "end")
            }
            func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
                take(action, "held \(action.isOnHold)")
            }
            func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
                take(action, "muted \(action.isMuted)")
            }
            func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
                take(action, "group \(action.callUUIDToGroupWith == nil)")
            }
            func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
                take(action, "digits \(action.digits) \(action.type.rawValue)")
            }
            func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
                take(action, "translating \(action.remoteLanguage)")
            }
        }
        let bench = try Bench()
        let delegate = ActionDelegate()
        let provider = await provider(bench, delegate)
        let translation = CallAction.Translation(
            isOn: true, localLanguage: "en", remoteLanguage: "zh")
        let kinds: [CallAction.Kind] = [
            .start(.init(handle: Handle(kind: .generic, value: "a"))), .answer, .setHeld(true),
            .setMuted(true), .setGroup(with: nil), .playDTMF(digits: "5", .softPause),
            .setTranslating(translation), .end,
        ]
        bench.phone.say(.perform(ProviderID(1), transaction(kinds)))
        await bench.settle()
        #expect(
            delegate.history.all == [
                "start a", "answer", "held true", "muted true", "group true", "digits 5 2",
                "translating zh", "end",
            ])
        let outcomes = bench.phone.requests.compactMap {
            if case .completeAction(_, let outcome) = $0 { outcome } else { nil }
        }
        #expect(outcomes == Array(repeating: .fulfilled(at: nil), count: 8))
        withExtendedLifetime(provider) {}
    }
}
