// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

/// Calls that a test makes up.
@MainActor private final class FakeCalls: CallSource {
    var onChange: (@MainActor (ObservedCall) -> Void)?
    var calls: [ObservedCall] = []

    /// Something happens, and the system tells it.
    func happen(_ call: ObservedCall) {
        calls.removeAll { $0.id == call.id }
        if !call.hasEnded { calls.append(call) }
        onChange?(call)
    }
}

@MainActor @Suite("CallMonitor: who watches hears") struct CallMonitorTests {
    private let source = FakeCalls()
    private let monitor: CallMonitor
    private let ringing = ObservedCall(id: UUID(), isOutgoing: false)

    init() { monitor = CallMonitor(source: source) }

    /// Returns when all is done that waits on the main queue now.
    private func mainQueue() async {
        await withCheckedContinuation { done in
            DispatchQueue.main.async { done.resume() }
        }
    }

    private func ended(_ call: ObservedCall) -> ObservedCall {
        var call = call
        call.hasEnded = true
        return call
    }

    @Test("an observer hears the living calls before observe returns") func first() {
        source.calls = [ringing]
        var heard: [ObservedCall] = []
        let observation = monitor.observe { heard.append($0) }
        #expect(heard == [ringing])
        source.happen(ended(ringing))
        #expect(heard.map(\.state) == [.ringing, .ended(wasAnswered: false)])
        #expect(!monitor.isAnyCallOn)
        observation.cancel()
        source.happen(ringing)
        #expect(heard.count == 2)
    }

    @Test("a stream begins with the living calls, and ends with the monitor") func stream() async {
        let source = FakeCalls()
        source.calls = [ringing]
        var monitor: CallMonitor? = CallMonitor(source: source)
        let changes = monitor?.changes
        source.happen(ended(ringing))
        await mainQueue()
        source.onChange = nil
        monitor = nil
        var states: [ObservedCall.State] = []
        if let changes { for await call in changes { states.append(call.state) } }
        #expect(states == [.ringing, .ended(wasAnswered: false)])
        #expect(monitor == nil)
    }

    @Test("a call that vanishes is told as ended when the next one changes") func vanishes() async {
        var heard: [ObservedCall] = []
        let observation = monitor.observe { heard.append($0) }
        source.happen(ringing)
        await mainQueue()
        source.calls = []
        let other = ObservedCall(id: UUID(), isOutgoing: true)
        source.happen(other)
        #expect(heard == [ringing, other])
        await mainQueue()
        #expect(heard == [ringing, other, ended(ringing)])
        #expect(monitor.calls == [other])
        observation.cancel()
    }

    @Test("after a sleep the calls are compared") func refresh() async {
        source.calls = [ringing]
        var heard: [ObservedCall] = []
        let observation = monitor.observe { heard.append($0) }
        source.calls = []
        monitor.refresh()
        await mainQueue()
        #expect(heard == [ringing, ended(ringing)])
        observation.cancel()
    }

    @Test("an end that is on its way is told once, as the system tells it") func underWay() async {
        var answered = ringing
        answered.hasConnected = true
        source.calls = [ringing]
        var heard: [ObservedCall] = []
        let observation = monitor.observe { heard.append($0) }
        // The system has it answered and over already; the events wait on the main queue.
        source.calls = []
        DispatchQueue.main.async { [source, answered] in source.onChange?(answered) }
        DispatchQueue.main.async { [source, over = ended(answered)] in source.onChange?(over) }
        monitor.refresh()
        await mainQueue()
        #expect(heard.map(\.state) == [.ringing, .connected, .ended(wasAnswered: true)])
        observation.cancel()
    }

    @Test("pause and resume come once each, around all calls") func pauses() {
        var log: [String] = []
        source.calls = [ringing]
        let observation = monitor.whileOnCall(
            pause: { log.append("pause") }, resume: { log.append("resume") })
        #expect(log == ["pause"])
        let second = ObservedCall(id: UUID(), isOutgoing: true)
        source.happen(second)
        source.happen(ended(ringing))
        #expect(log == ["pause"])
        source.happen(ended(second))
        #expect(log == ["pause", "resume"])
        source.happen(ringing)
        #expect(log == ["pause", "resume", "pause"])
        observation.cancel()
        source.happen(ended(ringing))
        #expect(log.count == 3)
    }

    @Test("without calls nothing is paused") func noCall() {
        var log: [String] = []
        let observation = monitor.whileOnCall(
            pause: { log.append("pause") }, resume: { log.append("resume") })
        #expect(log.isEmpty)
        observation.cancel()
    }
}
