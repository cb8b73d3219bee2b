// SPDX-License-Identifier: Apache-2.0

/// Pushes that the sender fetches itself, one whenever there is room for it.
final class PushBatch {
    let maximumInFlightCount: Int
    private let next: @Sendable () -> AddressedPush?
    private let onOutcome: @Sendable (Int, PushOutcome) -> Void
    private var completion: ((Result<Int, PushSenderError>) -> Void)?
    private(set) var fetchedCount = 0
    private var inFlightCount = 0
    private var isExhausted = false
    private var error: PushSenderError?
    /// Connections that failed while nothing of it had been fetched.
    var failedConnectionCount = 0

    init(
        maximumInFlightCount: Int, next: @escaping @Sendable () -> AddressedPush?,
        onOutcome: @escaping @Sendable (Int, PushOutcome) -> Void,
        completion: @escaping (Result<Int, PushSenderError>) -> Void
    ) {
        self.maximumInFlightCount = maximumInFlightCount
        self.next = next
        self.onOutcome = onOutcome
        self.completion = completion
    }

    var hasMore: Bool { !isExhausted && inFlightCount < maximumInFlightCount }

    /// Whether nothing more will be heard of it.
    var isOver: Bool { completion == nil }

    /// The next push with its index; nil at the end, and while enough are on their way.
    func fetch() -> (push: AddressedPush, index: Int)? {
        guard hasMore else { return nil }
        guard let push = next() else {
            stop()
            return nil
        }
        defer { fetchedCount += 1 }
        inFlightCount += 1
        return (push, fetchedCount)
    }

    func finished(_ index: Int, _ outcome: PushOutcome) {
        inFlightCount -= 1
        failedConnectionCount = 0
        onOutcome(index, outcome)
        endIfDone()
    }

    /// Fetches no more; those on their way are waited for.
    func stop() {
        isExhausted = true
        endIfDone()
    }

    /// Fetches no more, for a reason that its caller hears when those on their way are in.
    func fail(_ error: PushSenderError) {
        self.error = error
        stop()
    }

    private func endIfDone() {
        guard isExhausted, inFlightCount == 0 else { return }
        let body = completion
        completion = nil
        body?(error.map { .failure($0) } ?? .success(fetchedCount))
    }
}
