// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKTimeline

@Suite struct StepOrderTests {
    private func order(_ steps: [(TimelineStep, Int64)]) -> StepOrder {
        var order = StepOrder()
        for (step, at) in steps {
            let time = MonotonicTime(nanoseconds: at)
            order.add(TimelineEntry(at: time, who: .phone, step: step))
        }
        return order
    }

    private var whole: [(TimelineStep, Int64)] {
        StepOrder.steps.enumerated().map { ($0.element, Int64($0.offset)) }
    }

    @Test("Thirteen steps, each once and in order, are no violation")
    func whole13() {
        #expect(StepOrder.steps.count == 13)
        #expect(order(whole).violations.isEmpty)
        #expect(order(whole).hasAll)
    }

    @Test("A step that is missing is named, and nothing else", arguments: StepOrder.steps)
    func missing(step: TimelineStep) {
        let order = order(whole.filter { $0.0 != step })
        #expect(order.violations == [.missing(step)])
        #expect(!order.hasAll)
        #expect(order.violations[0].description == "\(step.rawValue) did not happen")
    }

    @Test("A step that happens twice is named", arguments: StepOrder.steps)
    func repeated(step: TimelineStep) {
        let order = order(whole + [(step, 99)])
        #expect(order.violations == [.repeated(step, times: 2)])
    }

    @Test(
        "Each arrow is checked: the later step before the earlier one",
        arguments: StepOrder.arrows
    )
    func reversed(arrow: StepOrder.Arrow) throws {
        let early = try #require(StepOrder.steps.firstIndex(of: arrow.earlier))
        var steps = whole
        let late = try #require(StepOrder.steps.firstIndex(of: arrow.later))
        steps[early].1 = Int64(late) * 2 + 1
        steps[late].1 = Int64(late) * 2
        for index in steps.indices.dropFirst(late + 1) { steps[index].1 += 100 }
        let violation = StepViolation.outOfOrder(earlier: arrow.earlier, later: arrow.later)
        #expect(order(steps).violations.contains(violation))
    }

    @Test("Steps that may come in either order do: accepted and delivered, connected and activated")
    func either() {
        var steps = whole
        steps.swapAt(1, 2)
        steps.swapAt(8, 9)
        steps.swapAt(11, 12)
        #expect(order(steps.enumerated().map { ($0.element.0, Int64($0.offset)) }).violations == [])
    }

    @Test("Times decide, not the order of reading")
    func times() {
        #expect(order(whole.reversed()).violations.isEmpty)
    }

    @Test("Of two entries at one moment the one that was read first is the earlier")
    func tie() {
        let same = StepOrder.steps.map { ($0, Int64(7)) }
        #expect(order(same).violations.isEmpty)
        #expect(order(same.reversed()).violations.count == StepOrder.arrows.count)
    }

    @Test("The summary names the first missing step, then the others, then what else is wrong")
    func summary() {
        let kept = whole.filter { $0.0 != .pushPosted && $0.0 != .callEnded }
        let steps = kept + [(.pushReceived, 9)]
        #expect(
            StepViolation.summary(of: order(steps).violations)
                == "push.posted did not happen, nor did call.ended; "
                + "push.received happened 2 times instead of once"
        )
        #expect(StepViolation.summary(of: []) == "")
    }

    @Test("Other steps change nothing")
    func others() {
        #expect(order(whole + [(.appEnded, 3), (.pushRegistered, 0)]).violations.isEmpty)
    }
}
