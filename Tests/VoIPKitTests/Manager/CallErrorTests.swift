// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Testing

@testable import VoIPKit

@Suite("CallKit's errors, and the service's") struct CallErrorTests {
    @Test(
        "each refusal of a request has its meaning",
        arguments: [
            (CXErrorCodeRequestTransactionError.Code.unentitled, CallError.unentitled),
            (.unknownCallProvider, .noProvider), (.emptyTransaction, .invalidRequest),
            (.invalidAction, .invalidRequest), (.unknownCallUUID, .unknownCall),
            (.callUUIDAlreadyExists, .callExists), (.maximumCallGroupsReached, .tooManyCalls),
            (.callIsProtected, .protected),
            (.unknown, .system(domain: CXErrorDomainRequestTransaction, code: 0)),
        ])
    func requests(code: CXErrorCodeRequestTransactionError.Code, expected: CallError) {
        #expect(CallError(callKit: CXErrorCodeRequestTransactionError(code)) == expected)
    }

    @Test(
        "each refusal of a report has its meaning",
        arguments: [
            (CXErrorCodeIncomingCallError.Code.unentitled, CallError.unentitled),
            (.callUUIDAlreadyExists, .callExists), (.filteredByDoNotDisturb, .doNotDisturb),
            (.filteredByBlockList, .blocked), (.filteredDuringRestrictedSharingMode, .protected),
            (.callIsProtected, .protected), (.filteredBySensitiveParticipants, .protected),
            (.unknown, .system(domain: CXErrorDomainIncomingCall, code: 0)),
        ])
    func reports(code: CXErrorCodeIncomingCallError.Code, expected: CallError) {
        #expect(CallError(callKit: CXErrorCodeIncomingCallError(code)) == expected)
    }

    @Test("CallKit's general errors: not entitled, no background mode, others by number")
    func general() {
        #expect(CallError(callKit: CXError(.unentitled)) == .unentitled)
        #expect(CallError(callKit: CXError(.missingVoIPBackgroundMode)) == .unentitled)
        let other = CallError(callKit: CXError(.invalidArgument))
        #expect(other == .system(domain: CXErrorDomain, code: 2))
    }

    @Test("B161: a number or a domain without a name is kept as it came")
    func nameless() {
        for domain in [CXErrorDomainRequestTransaction, CXErrorDomainIncomingCall, "else"] {
            let error = NSError(domain: domain, code: 102)
            #expect(CallError(callKit: error) == .system(domain: domain, code: 102))
        }
    }

    private struct Worded: LocalizedError {
        let errorDescription: String? = "no route to the server"
    }

    @Test("a service's error is itself where it is a CallError, else its words")
    func services() {
        #expect(CallError(service: CallError.tooManyCalls) == .tooManyCalls)
        #expect(CallError(service: CancellationError()) == .cancelled)
        #expect(CallError(service: Worded()) == .service("no route to the server"))
        let refusal = TestService.Refusal()
        #expect(CallError(service: refusal) == .service("the service refused"))
    }

    @Test("each error says what to do") func descriptions() {
        let errors: [CallError] = [
            .unentitled, .noProvider, .unknownCall, .callExists, .tooManyCalls, .invalidRequest,
            .protected, .doNotDisturb, .blocked, .notPossible("it rings"), .timedOut,
            .service("no route"), .reset, .cancelled, .system(domain: "d", code: 7),
        ]
        let words = errors.map(\.localizedDescription)
        #expect(Set(words).count == errors.count)
        #expect(words[9].contains("it rings") && words[11].contains("no route"))
        #expect(words[14].contains("d 7"))
    }
}
