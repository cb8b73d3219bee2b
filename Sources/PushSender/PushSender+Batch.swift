// SPDX-License-Identifier: Apache-2.0

extension PushSender {
    /// Sends many pushes as fast as the server takes them.
    ///
    /// The sender fetches the next push itself when a stream is free, so that nothing piles up, and
    /// no task is made for each. Outcomes come in the order of the answers.
    ///
    /// A task that is cancelled fetches no more; the pushes on their way still have an outcome.
    /// - Parameters:
    ///   - maximumInFlightCount: How many may be without an answer; the server's limit counts as
    ///     well.
    ///   - next: Gives the next push, `nil` at the end. Called from the sender's thread, which must
    ///     not wait in it.
    ///   - onOutcome: Called from the sender's thread for each push, with its place in the order of
    ///     `next`, from 0.
    /// - Returns: How many pushes were fetched, all of which have had their outcome.
    /// - Throws: ``PushSenderError`` if no connection comes about; what was not fetched by then
    ///   was not sent.
    @discardableResult
    public func send(
        upTo maximumInFlightCount: Int = 1_000, from next: @escaping @Sendable () -> AddressedPush?,
        onOutcome: @escaping @Sendable (Int, PushOutcome) -> Void
    ) async throws(PushSenderError) -> Int {
        let handle = BatchHandle()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isTaken = post { courier in
                    let batch = PushBatch(
                        maximumInFlightCount: max(1, maximumInFlightCount), next: next,
                        onOutcome: onOutcome, completion: { continuation.resume(returning: $0) })
                    handle.batch = batch
                    if handle.isCancelled { batch.stop() }
                    if !batch.isOver { courier.send(batch) }
                }
                if !isTaken { continuation.resume(returning: .failure(.shutDown)) }
            }
        } onCancel: {
            _ = post { _ in
                handle.isCancelled = true
                handle.batch?.stop()
            }
        }
        return try result.get()
    }

    /// Sends pushes as they come, and tells their outcomes as they come.
    ///
    /// Each outcome has the place of its push in the order of the source, from 0. While as many
    /// pushes as allowed have no outcome, or one that nobody has taken yet, no further one is taken
    /// from the source.
    ///
    /// - Parameters:
    ///   - pushes: Where they come from.
    ///   - maximumInFlightCount: How many may be under way.
    /// - Returns: The outcomes, in the order in which they come.
    public func outcomes<Source: AsyncSequence & Sendable>(
        of pushes: Source, maximumInFlightCount: Int = 1_000
    ) -> PushOutcomes<Source> where Source.Element == AddressedPush {
        PushOutcomes(
            source: pushes, sender: self, maximumInFlightCount: max(1, maximumInFlightCount))
    }
}

/// The way from a task's cancellation to its batch.
///
/// Sendable because its content is touched on the sender's thread alone.
private final class BatchHandle: @unchecked Sendable {
    var batch: PushBatch?
    var isCancelled = false
}
