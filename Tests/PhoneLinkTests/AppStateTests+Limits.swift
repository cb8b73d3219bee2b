// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

/// What is over a limit.
extension AppStateTests {
    @Test("A handle or name over the limit fails that one report, unsent")
    func reportLimits() {
        admit()
        let long = CallUpdate(
            remoteHandle: Handle(
                kind: .generic,
                value: String(repeating: "h", count: Limits.handleByteCount + 1)
            )
        )
        let name = CallUpdate(
            localizedCallerName: String(repeating: "n", count: Limits.nameByteCount + 1)
        )
        for (number, update) in [long, name].enumerated() {
            let told = effects {
                _ = $0.reportIncomingCall(provider, call(1), update, into: &$1)
                $0.update(provider, call(1), update, into: &$1)
            }
            let words = [
                "a handle of 257 bytes (at most 256)",
                "a caller's name of 1025 bytes (at most 1024)",
            ]
            let excess = AppEffect.send(.misused(.overLimit(words[number])))
            let answer = AppEffect.answer(RequestID(number + 1), .incomingCall(.unknown))
            #expect(told == [excess, answer, excess])
        }
    }

    @Test("A transaction over the limits is an invalid action, unsent")
    func transactionLimits() {
        admit()
        let handle = Handle(
            kind: .generic,
            value: String(repeating: "h", count: Limits.handleByteCount + 1)
        )
        let many = Array(repeating: CallAction.Kind.answer, count: Limits.actionsPerTransaction + 1)
        let long = String(repeating: "1", count: Limits.nameByteCount + 1)
        let cases: [([CallAction.Kind], String)] = [
            ([.start(.init(handle: handle))], "a handle of 257 bytes (at most 256)"),
            (many, "a transaction of 65 actions (at most 64)"),
            (
                [.answer, .playDTMF(digits: long, .singleTone)],
                "the digits of a tone action of 1025 bytes (at most 1024)"
            ),
            (
                [.setTranslating(.init(isOn: true, localLanguage: "de", remoteLanguage: long))],
                "a language of 1025 bytes (at most 1024)"
            ),
        ]
        for (number, (kinds, words)) in cases.enumerated() {
            let told = effects { _ = $0.request(transaction(kinds), into: &$1) }
            #expect(
                told == [
                    .send(.misused(.overLimit(words))),
                    .answer(RequestID(number + 1), .transaction(.invalidAction)),
                ])
        }
    }

    @Test("A message too large for a frame fails alone")
    func tooLarge() {
        admit()
        effects {
            _ = $0.reportIncomingCall(provider, call(1), CallUpdate(), into: &$1)
            _ = $0.request(transaction([.answer]), into: &$1)
        }
        let report = IncomingCallReport(
            request: RequestID(1),
            provider: provider,
            call: call(1),
            update: CallUpdate()
        )
        let excess = AppEffect.send(.misused(.overLimit("a message of more than 65536 bytes")))
        #expect(
            effects { $0.couldNotSend(.reportIncomingCall(report), into: &$1) }
                == [excess, .answer(RequestID(1), .incomingCall(.unknown))]
        )
        #expect(effects { $0.couldNotSend(.misused(.overLimit("x")), into: &$1) } == [])
        #expect(
            effects {
                $0.couldNotSend(
                    .requestTransaction(RequestID(2), transaction([.answer])),
                    into: &$1
                )
                $0.couldNotSend(.observeCalls, into: &$1)
            } == [excess, .answer(RequestID(2), .transaction(.invalidAction)), excess]
        )
    }

    @Test("An answer reaches its request once")
    func answers() {
        admit()
        effects { _ = $0.request(transaction([.answer]), into: &$1) }
        let error = RequestError.transaction(.unknownCallUUID)
        #expect(apply(.answered(RequestID(1), error)) == [.answer(RequestID(1), error)])
        #expect(apply(.answered(RequestID(1), nil)) == [])
    }
}
