// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import Testing

@testable import OCKHTTP2

@Suite struct StreamLimitTests {
    @Test("Before the first acknowledgement a stream too many is refused, after it a violation")
    func firstSettings() {
        var limit = StreamLimit(1)
        #expect(limit.takeAnnouncement() == 1)
        #expect(limit.verdict(openCount: 0) == .allowed)
        #expect(limit.verdict(openCount: 1) == .refused)
        limit.acknowledge()
        #expect(limit.inForce == 1)
        #expect(limit.verdict(openCount: 0) == .allowed)
        #expect(limit.verdict(openCount: 1) == .violation)
        #expect(limit.takeAnnouncement() == nil)
    }

    @Test("A raised limit is allowed as soon as it is sent, and the next waits for its answer")
    func raised() {
        var limit = StreamLimit(1)
        _ = limit.takeAnnouncement()
        limit.acknowledge()
        limit.want(500)
        #expect(limit.takeAnnouncement() == 500)
        #expect(limit.verdict(openCount: 499) == .allowed)
        #expect(limit.verdict(openCount: 500) == .violation)
        limit.want(2)
        #expect(limit.takeAnnouncement() == nil)
        limit.acknowledge()
        #expect(limit.takeAnnouncement() == 2)
    }

    @Test("A lowered limit breaks nothing that is open, and refuses until it is acknowledged")
    func lowered() {
        var limit = StreamLimit(100)
        _ = limit.takeAnnouncement()
        limit.acknowledge()
        limit.want(1)
        _ = limit.takeAnnouncement()
        #expect(limit.verdict(openCount: 50) == .refused)
        #expect(limit.verdict(openCount: 100) == .violation)
        limit.acknowledge()
        #expect(limit.verdict(openCount: 1) == .violation)
        #expect(limit.verdict(openCount: 0) == .allowed)
    }

    @Test("A budget of useless frames runs out in a flood, and is earned back by time and use")
    func budget() {
        let second: Int64 = 1_000_000_000
        var budget = FrameBudget(burstCount: 10, perSecond: 5, at: 0)
        func taken(at now: Int64) -> Int {
            var count = 0
            while budget.take(at: now) { count += 1 }
            return count
        }
        #expect(taken(at: 0) == 10)
        budget.requestCame()
        #expect(taken(at: second / 2) == 4)
        #expect(taken(at: second) == 5)
        #expect(taken(at: 100 * second) == 10)
    }
}
