// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("What the app's own screen refuses, it refuses with CallKit's errors") @MainActor
struct InAppRefusalTests {
    let bench = InAppBench()

    @Test("Nothing of a refused transaction is performed")
    func nothing() {
        let call = bench.answered("Ann")
        _ = bench.news()
        #expect(bench.request([(call, .setMuted(true)), (UUID(), .end)]) == .unknownCall)
        #expect(bench.news() == ["refused: unknownCall"])
        #expect(bench.content?.calls.first?.isMuted == false)
    }

    @Test("A transaction without actions is none (B50)")
    func empty() { #expect(bench.request([]) == .invalidRequest) }

    @Test("A call that lives is not started again (B53)")
    func exists() {
        let call = bench.answered("Ann")
        #expect(
            bench.request([(call, .start(CallHandle(.generic, "Ann"), name: nil, hasVideo: false))])
                == .callExists)
    }

    @Test("A call that is reported again is refused, and rings on (B61)")
    func reportedAgain() {
        let call = bench.ring("Ann")
        var answers: [CallError?] = []
        bench.reportIncoming(named: "Ann", id: call) { answers.append($0) }
        bench.clock.settle()
        #expect(answers == [.callExists])
        #expect(bench.content?.ringing?.id == call)
    }

    @Test(
        "What the call's state does not allow is invalid (B54)",
        arguments: [
            CallAction.Kind.setHeld(true), .setMuted(true), .setGroup(with: nil),
            .play(CallDigits("1")),
        ])
    func ringing(_ kind: CallAction.Kind) {
        let call = bench.ring("Ann")
        #expect(bench.request([(call, kind)]) == .invalidRequest)
    }

    @Test("More groups than the configuration allows are too many (B55)")
    func tooMany() {
        let ann = bench.dialled("Ann")
        #expect(bench.request([(ann, .setHeld(true))]) == nil)
        let bob = bench.dialled("Bob")
        let start = CallAction.Kind.start(CallHandle(.generic, "Cid"), name: nil, hasVideo: false)
        #expect(bench.request([(UUID(), start)]) == .tooManyCalls)
        // What the same transaction ends makes room.
        #expect(bench.request([(bob, .end), (UUID(), start)]) == nil)
    }

    @Test("A call with an unknown one is not joined (B51)")
    func join() {
        let call = bench.answered("Ann")
        #expect(bench.request([(call, .setGroup(with: UUID()))]) == .unknownCall)
        #expect(bench.request([(call, .setGroup(with: nil))]) == .invalidRequest)
    }
}
