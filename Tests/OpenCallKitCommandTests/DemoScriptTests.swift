// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@testable import OpenCallKitCommand

@Suite struct DemoScriptTests {
    private func entry(_ step: TimelineStep) -> TimelineEntry {
        TimelineEntry(at: MonotonicTime(nanoseconds: 0), who: .phone, step: step)
    }

    @Test("The person answers once it rings, and hangs up once there is a call and its sound")
    func course() {
        var script = DemoScript()
        var done: [TimelineStep: DemoScript.Action] = [:]
        for step in StepOrder.steps { done[step] = script.take(entry(step)) }
        #expect(done == [.callRinging: .answer, .audioActivated: .hangUp])
        #expect(script.order.hasAll)
    }

    @Test("Connected and activated may come in either order")
    func either() {
        var script = DemoScript()
        #expect(script.take(entry(.callRinging)) == .answer)
        #expect(script.take(entry(.audioActivated)) == nil)
        #expect(script.take(entry(.callConnected)) == .hangUp)
    }

    @Test("Nothing is done twice")
    func once() {
        var script = DemoScript()
        #expect(script.take(entry(.callRinging)) == .answer)
        #expect(script.take(entry(.callRinging)) == nil)
        #expect(script.take(entry(.callConnected)) == nil)
        #expect(script.take(entry(.audioActivated)) == .hangUp)
        #expect(script.take(entry(.audioActivated)) == nil)
    }
}
