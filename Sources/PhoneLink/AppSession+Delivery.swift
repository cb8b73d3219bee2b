// SPDX-License-Identifier: Apache-2.0
import CallModel
package import Dispatch

/// How a session reaches the app's queues, and how a test sees that all is quiet.
///
/// A test settles an app so:
///
/// 1. Note ``sentCount`` and ``receivedCount``.
/// 2. Await ``barrier()``: the phone has dealt with all that was sent, and each of its notices lies
///    on the queue of the delegate that it is for.
/// 3. Run an empty block on each of ``delegateQueues`` and wait for it, then for ``whenIdle(_:)``:
///    those delegate calls are done, also where a queue is concurrent.
/// 4. Begin again if a count has moved since 1: a delegate has answered, or the phone has.
///
/// Pings are not counted, so a quiet app stays quiet. A phone that lives elsewhere does the same
/// with ``CallModel/AppNotice/settle(_:now:)``. What the app does on queues and tasks of its
/// own is not covered; a test waits for that by other means.
extension AppSession {
    /// Puts a block onto a queue, behind what lies there.
    ///
    /// The rooms with Apple's names give that of a dispatch queue, and have a way of their own onto
    /// the main one.
    package typealias Enqueue = (@escaping @Sendable () -> Void) -> Void

    /// Runs `body`, which calls a delegate, on its queue with this session bound.
    ///
    /// Dropped once the session is severed: a process that has ended hears of nothing.
    package func deliver(by enqueue: Enqueue, _ body: @escaping @Sendable () -> Void) {
        callOut(by: enqueue) { [self] in
            guard core.withLock({ $0.state.link != .severed }) else { return }
            bind(body)
        }
    }

    /// Runs `body`, which calls a completion, on its queue with this session bound.
    ///
    /// Never dropped: a task that awaits a completion would hang.
    package func complete(by enqueue: Enqueue, _ body: @escaping @Sendable () -> Void) {
        callOut(by: enqueue) { [self] in bind(body) }
    }

    private func callOut(by enqueue: Enqueue, _ body: @escaping @Sendable () -> Void) {
        callouts.withLock { $0.count += 1 }
        enqueue { [self] in
            body()
            let waiters = callouts.withLock { callouts in
                callouts.count -= 1
                guard callouts.count == 0 else { return [] as [@Sendable () -> Void] }
                defer { callouts.whenNone = [] }
                return callouts.whenNone
            }
            waiters.forEach { $0() }
        }
    }

    /// Runs `body` once no call of a delegate or a completion is waiting or running: at once, or on
    /// the queue of the last of them.
    package func whenIdle(_ body: @escaping @Sendable () -> Void) {
        let isIdle = callouts.withLock { callouts in
            if callouts.count > 0 { callouts.whenNone.append(body) }
            return callouts.count == 0
        }
        if isIdle { body() }
    }

    /// Notes the queue on which `owner` calls out, in place of the one noted before.
    package func use(_ queue: DispatchQueue, for owner: AnyObject) {
        core.withLock { core in
            core.queues.removeAll { $0.owner.object == nil || $0.owner.object === owner }
            core.queues.append(QueueUse(owner: Weak(owner), queue: queue))
        }
    }

    /// The queues of all delegates and completions of objects that live, each once, in the order in
    /// which they came into use.
    package var delegateQueues: [DispatchQueue] {
        let queues = core.withLock { core in
            core.queues.removeAll { $0.owner.object == nil }
            return core.queues.map(\.queue)
        }
        var seen: Set<ObjectIdentifier> = []
        return queues.filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// How many messages went to the phone, pings and ends of settling not counted.
    ///
    /// It only grows.
    package var sentCount: Int { core.withLock { $0.sentCount } }

    /// How many notices came from the phone, pongs and beginnings of settling not counted.
    ///
    /// It only grows.
    package var receivedCount: Int { core.withLock { $0.receivedCount } }

    /// Returns when the phone has dealt with everything sent before, and every notice that it sent
    /// before its pong has been handed to its delegate's queue.
    ///
    /// At once where there is no link; as soon as the link ends.
    package func barrier() async {
        await withCheckedContinuation { continuation in
            let mustWait = change { core, effects in
                guard core.state.canWait else { return false }
                core.lastPing += 1
                core.pings[core.lastPing] = continuation
                core.state.ping(core.lastPing, into: &effects)
                return true
            }
            if !mustWait { continuation.resume() }
        }
    }

    /// Runs `body` after all that lies on these queues now, one queue after the other.
    ///
    /// It blocks no thread.
    func drain(_ queues: [DispatchQueue], then body: @escaping @Sendable () -> Void) {
        guard let first = queues.first else { return body() }
        first.async(flags: .barrier) { [self] in
            drain(Array(queues.dropFirst()), then: body)
        }
    }

    /// The one object of this type that belongs to this session, made on first use; the session
    /// keeps it, so it must not keep the session.
    ///
    /// `make` must not call the session.
    package func attachment<Object: AnyObject & Sendable>(_ make: () -> Object) -> Object {
        core.withLock { core in
            let key = ObjectIdentifier(Object.self)
            if let object = core.attachments[key] as? Object { return object }
            let object = make()
            core.attachments[key] = object
            return object
        }
    }
}
