// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import OCKWire

/// Changing a session's state, and carrying out what that asks for.
extension AppSession {
    /// Lets the app do something: decides under the lock, sends, then calls out.
    ///
    /// - Parameters:
    ///   - connects: Whether this is one of the doings that make the link.
    ///   - body: Decides; it must not call out.
    /// - Returns: What `body` gives.
    func change<Result>(
        connects: Bool = false,
        _ body: (inout Core, inout [AppEffect]) -> Result
    ) -> Result {
        if connects {
            tellIfStale()
            connectIfDown()
        }
        var effects: [AppEffect] = []
        let result = core.withLock { core in
            let result = body(&core, &effects)
            transmit(&effects, &core)
            return result
        }
        carryOut(effects)
        return result
    }

    /// Takes the messages out of `effects` and sends them, under the lock, so that they leave in
    /// the order of the decisions.
    ///
    /// One that is too large fails alone.
    func transmit(_ effects: inout [AppEffect], _ core: inout Core) {
        var rest: [AppEffect] = []
        var queue = effects[...]
        while let effect = queue.popFirst() {
            guard case .send(let request) = effect else {
                rest.append(effect)
                continue
            }
            do {
                try core.transport?.send(MessageCoder.encode(request))
                if request.isActivity { core.sentCount += 1 }
            } catch {
                var failure: [AppEffect] = []
                core.state.couldNotSend(request, into: &failure)
                queue = failure + queue
            }
        }
        effects = rest
    }

    func carryOut(_ effects: [AppEffect]) {
        for effect in effects { carryOut(effect) }
    }

    private func tellSettled(_ number: Int) {
        change { core, effects in
            let activity = core.sentCount + core.receivedCount
            core.state.settled(number, activity: activity, into: &effects)
        }
    }

    private func carryOut(_ effect: AppEffect) {
        switch effect {
        case .send: preconditionFailure("messages are sent under the lock")
        case .answer(let id, let error):
            answer(id, error)
        case .directoryStatus(let id, let status): tellStatus(id, status)
        case .provider(let id, let event):
            core.withLock { $0.providers[id] }?.receive(event)
        case .callChanged(let call):
            for observer in core.withLock({ $0.observers.compactMap(\.object) }) {
                (observer as? any ObserverReceiver)?.receive(call)
            }
        case .callsKnown:
            let waiters = core.withLock { core in
                defer { core.snapshotWaiters = [] }
                return core.snapshotWaiters
            }
            waiters.forEach { $0.signal() }
        case .registry(let id, let event):
            core.withLock { $0.registries[id] }?.receive(event)
        case .audio(let event):
            let receiver = core.withLock { $0.audioReceiver?.object }
            (receiver as? any AudioReceiver)?.receive(event)
        case .pong(let number):
            core.withLock { $0.pings.removeValue(forKey: number) }?.resume()
        case .settle(let number):
            drain(delegateQueues + [.main]) { [self] in
                whenIdle { [self] in tellSettled(number) }
            }
        case .startCall(let intent):
            tell(.startCall(intent))
        case .lifeChanged(let life): tell(.lifeChanged(life))
        case .closing: tell(.closing)
        case .complain(let words): complainOnce(words)
        case .refused(let reason):
            complain(
                "OpenCallKit: the phone at \(address.name) refused this process: \(reason)"
            )
            releaseWaiters()
            tell(.linkLost)
        case .terminate(let reason):
            terminate(reason)
        }
    }
}
