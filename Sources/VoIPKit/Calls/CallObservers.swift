// SPDX-License-Identifier: Apache-2.0

/// Who watches something: closures and streams, in the order in which they began.
///
/// What is told while something is being told waits for its turn, so that all hear the same order;
/// who begins meanwhile hears only what is told after. The observations own the closures, so that
/// what a closure holds goes with whoever watched.
@MainActor final class CallObservers<Value: Sendable> {
    private final class Observer {
        let body: @MainActor (Value) -> Void

        init(_ body: @escaping @MainActor (Value) -> Void) { self.body = body }
    }

    private struct Seat {
        weak var observer: Observer?
    }

    private var seats: [Seat] = []
    private var streams: [(number: Int, continuation: AsyncStream<Value>.Continuation)] = []
    private var streamCount = 0
    private var pending: [(value: Value, audience: [Seat])] = []
    private var isTelling = false

    /// Nobody watches yet.
    init() {}

    /// Has it told of `first` before this returns, and of all that follows.
    func add(
        first: [Value] = [], _ body: @escaping @MainActor (Value) -> Void
    ) -> CallObservation {
        let observer = Observer(body)
        seats.append(Seat(observer: observer))
        // At once, also while something is told; what it leads to follows.
        let isFirst = !isTelling
        isTelling = true
        for value in first { body(value) }
        if isFirst { tellPending() }
        return CallObservation(observer)
    }

    /// Makes a stream that begins with `first`, and holds what its reader has not come to yet.
    func stream(first: [Value] = []) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self)
        streamCount += 1
        let number = streamCount
        streams.append((number, continuation))
        for value in first { continuation.yield(value) }
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.streams.removeAll { $0.number == number } }
        }
        return stream
    }

    /// Tells all who watch when this is called; who is cancelled meanwhile is heeded.
    func tell(_ value: Value) {
        for stream in streams { stream.continuation.yield(value) }
        seats.removeAll { $0.observer == nil }
        pending.append((value, seats))
        if !isTelling { tellPending() }
    }

    private func tellPending() {
        isTelling = true
        defer { isTelling = false }
        while !pending.isEmpty {
            let (value, audience) = pending.removeFirst()
            for seat in audience { seat.observer?.body(value) }
        }
    }

    deinit {
        for stream in streams { stream.continuation.finish() }
    }
}
