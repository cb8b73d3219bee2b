// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKTimeline
import Testing

@testable import OpenCallKitCommand

@Suite struct CallBackScriptTests {
    private func entry(_ step: TimelineStep) -> TimelineEntry {
        TimelineEntry(at: MonotonicTime(nanoseconds: 0), who: .phone, step: step)
    }

    private let course: [TimelineStep] = [
        .callStarted, .actionFulfilled, .callConnecting, .callConnected, .actionFulfilled,
        .callHeld, .actionFulfilled, .callResumed, .actionFulfilled, .callMuted, .actionFulfilled,
        .actionFulfilled, .actionFulfilled, .callEnded, .recentsRecorded,
    ]

    @Test("The person holds, resumes, mutes, types, and hangs up once all digits are through")
    func whole() {
        var script = CallBackScript()
        var actions: [CallBackScript.Action] = []
        for (index, step) in course.enumerated() {
            let action = script.take(entry(step))
            if action == .hangUp { #expect(index == 12) }
            if let action { actions.append(action) }
        }
        #expect(actions == [.hold, .resume, .mute, .keys("12#"), .hangUp])
        #expect(script.hasAll && script.violations.isEmpty)
    }

    @Test("A step that is missing, or comes twice, is named", arguments: CallBackScript.steps)
    func counted(step: TimelineStep) {
        var (without, twice) = (CallBackScript(), CallBackScript())
        for each in course {
            if each != step { _ = without.take(entry(each)) }
            _ = twice.take(entry(each))
            if each == step { #expect(twice.take(entry(each)) == nil) }
        }
        #expect(!without.hasAll)
        #expect(without.violations == [.missing(step)])
        #expect(twice.violations == [.repeated(step, times: 2)])
    }

    @Test("Steps in another order are named")
    func order() {
        var script = CallBackScript()
        for step in CallBackScript.steps.reversed() { _ = script.take(entry(step)) }
        #expect(script.hasAll)
        #expect(script.violations.count == CallBackScript.steps.count - 1)
    }
}
