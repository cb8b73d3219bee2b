// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import PushSender
import Synchronization

/// Counts what became of many pushes, and how long each took.
final class PushTally: Sendable {
    private struct State {
        var startedCount = 0
        /// When the progress was last told.
        var toldAt: Int64 = 0
        var endedCount = 0
        var acceptedCount = 0
        /// By status and reason, or by the error's words.
        var others: [String: Int] = [:]
        /// On the monotonic clock, by the push's place.
        var starts: [Int64]
        /// In microseconds, of those that were answered.
        var latencies: [UInt32] = []
    }

    private let state: Mutex<State>
    private let total: Int
    private let start = EventLoop.monotonicNanoseconds()

    init(total: Int) {
        self.total = total
        state = Mutex(State(starts: [Int64](repeating: 0, count: total)))
    }

    /// Notes that the next push leaves; false once all have.
    func begin() -> Bool {
        state.withLock { state in
            guard state.startedCount < total else { return false }
            state.starts[state.startedCount] = EventLoop.monotonicNanoseconds()
            state.startedCount += 1
            return true
        }
    }

    /// Notes what became of a push.
    ///
    /// - Returns: How many have ended and how many a second, ten times a second.
    func end(_ index: Int, _ outcome: PushOutcome) -> (count: Int, rate: Int)? {
        let now = EventLoop.monotonicNanoseconds()
        note(index, outcome, now)
        return state.withLock { state in
            guard now - state.toldAt >= 100_000_000 else { return nil }
            state.toldAt = now
            return (state.endedCount, perSecond(state.endedCount, now))
        }
    }

    private func note(_ index: Int, _ outcome: PushOutcome, _ now: Int64) {
        state.withLock { state in
            state.endedCount += 1
            switch outcome {
            case .accepted: state.acceptedCount += 1
            case .rejected(let rejection):
                state.others["\(rejection.status) \(rejection.reason)", default: 0] += 1
            case .failed(let error):
                state.others["\(error)", default: 0] += 1
                return
            }
            let microseconds = (now - state.starts[index]) / 1_000
            state.latencies.append(UInt32(clamping: microseconds))
        }
    }

    private func perSecond(_ count: Int, _ now: Int64) -> Int {
        Int(Double(count) * 1e9 / Double(max(1, now - start)))
    }

    /// What there is to say at the end.
    struct Summary: Encodable {
        var count: Int
        var accepted: Int
        var others: [String: Int]
        var seconds: Double
        var perSecond: Int
        var p50Milliseconds: Double?
        var p99Milliseconds: Double?

        /// Whether something was not accepted.
        var isPartial: Bool { accepted < count }

        var table: Table {
            var rows = [["accepted", "\(accepted) of \(count)"]]
            for (words, count) in others.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
                rows.append(["not accepted", "\(count) \(words)"])
            }
            rows.append(["rate", "\(perSecond)/s"])
            if let p50Milliseconds, let p99Milliseconds {
                rows.append([
                    "time to the answer",
                    "half within \(p50Milliseconds) ms, 99 % within "
                        + "\(p99Milliseconds) ms",
                ])
            }
            return Table(rows: rows)
        }
    }

    var summary: Summary {
        let now = EventLoop.monotonicNanoseconds()
        return state.withLock { state in
            let sorted = state.latencies.sorted()
            func milliseconds(_ percent: Int) -> Double? {
                guard !sorted.isEmpty else { return nil }
                let index = min(sorted.count - 1, sorted.count * percent / 100)
                return Double(sorted[index] / 10) / 100
            }
            return Summary(
                count: total, accepted: state.acceptedCount, others: state.others,
                seconds: Double((now - start) / 1_000_000) / 1_000,
                perSecond: perSecond(state.endedCount, now), p50Milliseconds: milliseconds(50),
                p99Milliseconds: milliseconds(99))
        }
    }
}
