// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What becomes of pushes from a source, as a sequence: see
/// ``PushSender/outcomes(of:maximumInFlightCount:)``.
///
/// It ends after the last outcome, or throws what the source throws. Each iterator sends anew.
public struct PushOutcomes<Source: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Source.Element == AddressedPush {
    /// A push's place in its source, and what became of it.
    public typealias Element = (index: Int, outcome: PushOutcome)

    let source: Source
    let sender: PushSender
    let maximumInFlightCount: Int

    /// Begins to send.
    public func makeAsyncIterator() -> Iterator {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: Element.self)
        let gate = Gate(maximumInFlightCount)
        let pump = Task { [source, sender] in
            let underWay = UnderWay(continuation)
            do {
                var index = 0
                for try await push in source {
                    await gate.enter()
                    if Task.isCancelled { break }
                    let place = index
                    underWay.began()
                    sender.send(push) { underWay.ended((place, $0)) }
                    index += 1
                }
                underWay.close(nil)
            } catch {
                underWay.close(error)
            }
        }
        continuation.onTermination = { _ in
            pump.cancel()
            gate.open()
        }
        return Iterator(base: stream.makeAsyncIterator(), gate: gate)
    }

    /// Takes one outcome after the other.
    public struct Iterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<Element, any Error>.AsyncIterator
        let gate: Gate

        /// The next outcome, in the order of the answers.
        ///
        /// - Returns: `nil` after the last.
        /// - Throws: What the source throws, after the outcomes of what it gave before.
        public mutating func next() async throws -> Element? {
            let element = try await base.next()
            if element != nil { gate.leave() }
            return element
        }
    }
}

/// Counts what is under way, and ends the stream after the last.
private final class UnderWay: Sendable {
    typealias Element = (index: Int, outcome: PushOutcome)

    private struct State {
        var count = 0
        var isClosed = false
        var error: (any Error)?
    }

    private let state = Mutex(State())
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation

    init(_ continuation: AsyncThrowingStream<Element, any Error>.Continuation) {
        self.continuation = continuation
    }

    func began() { state.withLock { $0.count += 1 } }

    func ended(_ element: Element) {
        continuation.yield(element)
        finishIfDone { $0.count -= 1 }
    }

    func close(_ error: (any Error)?) {
        finishIfDone {
            $0.isClosed = true
            $0.error = error
        }
    }

    private func finishIfDone(_ change: (inout sending State) -> Void) {
        let end: (isDone: Bool, error: (any Error)?) = state.withLock { state in
            change(&state)
            return (state.isClosed && state.count == 0, state.error)
        }
        if end.isDone { continuation.finish(throwing: end.error) }
    }
}

/// Lets so many in at a time; the next waits until one leaves.
final class Gate: Sendable {
    private struct State {
        var free: Int
        var isOpen = false
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>

    init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Waits for room; one task at a time.
    func enter() async {
        await withCheckedContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.free > 0 || state.isOpen {
                    state.free -= 1
                    return true
                }
                state.waiting = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
    }

    func leave() {
        let next = state.withLock { state in
            state.free += 1
            return take(&state)
        }
        next?.resume()
    }

    /// Lets everybody in from now on.
    func open() {
        let next = state.withLock { state in
            state.isOpen = true
            return take(&state)
        }
        next?.resume()
    }

    private func take(_ state: inout State) -> CheckedContinuation<Void, Never>? {
        guard let next = state.waiting else { return nil }
        state.waiting = nil
        state.free -= 1
        return next
    }
}
