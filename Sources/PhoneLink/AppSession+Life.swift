// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch

/// The app's life cycle, as a phone's session sees it.
extension AppSession {
    /// Who hears of the app's life, and what waits for somebody who does.
    ///
    /// Behind a lock of its own, under which all of it is told: so nothing overtakes what came
    /// before. It is never taken while the session's own is held.
    struct Life {
        var receiver: (any LifeReceiver)?
        var onStartCall: (@Sendable (StartCallIntent) -> Void)?
        /// What came before somebody was there for it, oldest first: no two changes in a row, and
        /// at most ``earlyIntentCountMax`` wishes.
        var early: [LifeEvent] = []
    }

    /// Wishes that wait for somebody who does them; past it the oldest goes.
    package static let earlyIntentCountMax = 16

    /// Lets `receiver` hear of the app's life from now on, and first of what came before; makes the
    /// link where there is none, and tells the phone that the app is launching.
    ///
    /// The session keeps the receiver. It is told under a lock: within `receive(_:)` all but
    /// ``attachLife(_:)``, ``onStartCall`` and ``close()`` may be called.
    ///
    /// - Parameter receiver: The first one stays; a second is a broken promise of the caller.
    package func attachLife(_ receiver: any LifeReceiver) {
        change { $0.state.beginLaunching(into: &$1) }
        lifeDesk.withLock { life in
            precondition(life.receiver == nil, "one life cycle for each session")
            life.receiver = receiver
            life.early.forEach(receiver.receive)
            life.early = []
        }
        switch core.withLock({ $0.state.link }) {
        case .down: connectIfDown()
        case .refused: tell(.linkLost)
        case .opening, .greeting, .admitted, .severed: break
        }
    }

    /// `didFinishLaunching` has returned: the phone no longer watches the time.
    package func finishedLaunching() {
        change { $0.state.finishLaunching(into: &$1) }
    }

    /// The app's delegate has heard that the person closes the app: the phone ends the process now.
    package func finishedClosing() {
        change { $0.state.finishClosing(into: &$1) }
    }

    /// Where the app stands, as the phone said last: in the background, with protected data, before
    /// it has.
    package var life: AppLife { core.withLock { $0.state.life } }

    /// Called when the person wants the app to call someone (B112), where no ``LifeReceiver`` is
    /// attached: what a test hears in place of an app delegate.
    ///
    /// What came before it was set is told to it then, in order. It is called as a receiver is:
    /// under a lock, on a thread of the session's, which it must not hold; it passes on to the
    /// app's queue.
    package var onStartCall: (@Sendable (StartCallIntent) -> Void)? {
        get { lifeDesk.withLock { $0.onStartCall } }
        set {
            // The old one is let go of without the lock: what it holds is the app's.
            let before = lifeDesk.withLock { life in
                defer { life.onStartCall = newValue }
                guard let newValue else { return life.onStartCall }
                for case .startCall(let intent) in life.early {
                    newValue(intent)
                }
                life.dropWishes()
                return life.onStartCall
            }
            withExtendedLifetime(before) {}
        }
    }

    /// Tells whoever is there for it, or keeps it.
    func tell(_ event: LifeEvent) {
        lifeDesk.withLock { life in
            if let receiver = life.receiver { return receiver.receive(event) }
            if case .startCall(let intent) = event, let handler = life.onStartCall {
                return handler(intent)
            }
            // Nobody is there who would hear of it.
            if event == .closing { return finishedClosing() }
            life.keep(event)
        }
    }
}

extension AppSession.Life {
    fileprivate mutating func keep(_ event: LifeEvent) {
        switch event {
        case .lifeChanged:
            if case .lifeChanged? = early.last { early.removeLast() }
            early.append(event)
        case .startCall:
            early.append(event)
            guard early.count(where: \.isWish) > AppSession.earlyIntentCountMax,
                let oldest = early.firstIndex(where: \.isWish)
            else { return }
            early.remove(at: oldest)
            dropRepeatedChanges()
        case .linkLost, .closing:
            // Whoever comes makes the link anew, and hears how that goes.
            break
        }
    }

    fileprivate mutating func dropWishes() {
        early.removeAll(where: \.isWish)
        dropRepeatedChanges()
    }

    /// Of changes in a row the last one counts.
    private mutating func dropRepeatedChanges() {
        early = zip(early, early.dropFirst().map(Optional.some) + [nil])
            .filter { $0.isWish || $1?.isWish ?? true }
            .map(\.0)
    }
}

extension LifeEvent {
    fileprivate var isWish: Bool { if case .startCall = self { true } else { false } }
}
