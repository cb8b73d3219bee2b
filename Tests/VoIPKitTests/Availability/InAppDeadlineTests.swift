// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The app's own screen keeps CallKit's deadlines") @MainActor
struct InAppDeadlineTests {
    let bench = InAppBench()

    @Test(
        "Each action has its kind's deadline, from the moment when it was asked for (B35, B36)",
        arguments: [
            (CallAction.Kind.end, 5.0), (.setHeld(true), 5), (.setMuted(true), 5),
            (.play(CallDigits("1")), 5),
        ])
    func kinds(_ kind: CallAction.Kind, _ seconds: TimeInterval) throws {
        let call = bench.answered("Ann")
        bench.onPerform = { _ in }
        _ = bench.request([(call, kind)])
        let action = try #require(bench.performed.last)
        #expect(action.kind == kind)
        #expect(action.deadline == bench.clock.now + seconds)
        _ = bench.news()
        bench.clock.advance(by: seconds - 0.1)
        #expect(bench.news().isEmpty)
        bench.clock.advance(by: 0.2)
        #expect(bench.news().first?.hasPrefix("timed out: ") == true)
        bench.system.fulfill(action.id, at: nil)
        bench.clock.settle()
        // Only an End counts although nobody has completed it: the person has hung up.
        #expect(bench.shown == (kind == .end ? [] : ["Ann active"]))
        #expect(bench.content?.calls.first?.isMuted != true)
    }

    @Test("An answer has a minute; then the call ends by an action (B18)")
    func answer() {
        bench.onPerform = { [bench] in
            if $0.kind == .end { bench.system.fulfill($0.id, at: nil) }
        }
        bench.answered("Ann")
        _ = bench.news()
        bench.clock.advance(by: 59)
        #expect(bench.news().isEmpty)
        bench.clock.advance(by: 1)
        #expect(bench.news() == ["timed out: answer", "end Ann", "hide"])
        #expect(bench.clock.openCount == 0)
    }

    @Test("A start has ten minutes; then the call is gone")
    func start() {
        bench.onPerform = { _ in }
        let id = UUID()
        _ = bench.request([(id, .start(CallHandle(.generic, "Bob"), name: nil, hasVideo: false))])
        _ = bench.news()
        bench.clock.advance(by: 599)
        #expect(bench.news().isEmpty)
        bench.clock.advance(by: 1)
        #expect(bench.news() == ["timed out: start", "hide"])
    }

    @Test("A call that nobody answers ends after a minute like a person would end it (B25)")
    func ringing() {
        bench.ring("Ann")
        bench.clock.advance(by: 59)
        #expect(bench.news() == ["show"])
        bench.clock.advance(by: 1)
        #expect(bench.news() == ["end Ann", "hide"])
    }

    @Test("A call whose decline failed rings on, and not for ever")
    func ringsOn() {
        bench.onPerform = { [bench] in bench.system.fail($0.id) }
        let call = bench.ring("Ann")
        bench.actions?.end(call)
        bench.clock.settle()
        #expect(bench.content?.ringing?.id == call)
        bench.onPerform = nil
        bench.clock.advance(by: 60)
        #expect(bench.content == nil)
    }

    @Test("What is completed twice, late or by a stranger changes nothing (B39, B40)")
    func completedTwice() throws {
        let call = bench.answered("Ann")
        bench.actions?.setMuted(true, of: call)
        bench.clock.settle()
        let mute = try #require(bench.performed.last)
        bench.system.fail(mute.id)
        bench.system.fulfill(UUID(), at: nil)
        bench.clock.settle()
        #expect(bench.content?.calls.first?.isMuted == true)
    }
}
