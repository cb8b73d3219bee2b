// SPDX-License-Identifier: Apache-2.0
public import Dispatch
public import Foundation
package import CallModel
import OpenFoundation
import PhoneLink

/// Sees all calls of the device, those of other apps too (B106).
open class CXCallObserver: NSObject {
    private struct State {
        weak var delegate: (any CXCallObserverDelegate)?
        var queue = DispatchQueue.main
    }

    private let session: AppSession
    private let state = Locked(State())

    /// Begins to observe.
    public override init() {
        session = .current
        super.init()
        session.observe(self)
    }

    /// The calls that have not ended.
    ///
    /// Waits for the first answer of the phone, at most five seconds (B105).
    open var calls: [CXCall] { session.observedCalls().map { CXCall($0) } }

    /// Names who hears of changes, and where.
    ///
    /// The delegate is not kept alive; nil is the main queue.
    open func setDelegate(_ delegate: (any CXCallObserverDelegate)?, queue: DispatchQueue?) {
        let queue = queue ?? .main
        session.use(queue, for: self)
        state.withLock {
            $0.delegate = delegate
            $0.queue = queue
        }
    }
}

extension CXCallObserver: ObserverReceiver {
    package func receive(_ call: ObservedCall) {
        session.deliver(on: state.withLock { $0.queue }) { [self] in
            state.withLock { $0.delegate }?.callObserver(self, callChanged: CXCall(call))
        }
    }
}

/// What an observer tells, on the queue that was set with the delegate.
public protocol CXCallObserverDelegate: NSObjectProtocol {
    /// A call began, changed or ended; an ended one is told once and is then gone (B109).
    func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall)
}
