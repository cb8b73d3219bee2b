// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// Where a ``CallMonitor`` has its calls from: the system, or a test.
@MainActor protocol CallSource: AnyObject {
    /// Told of each change; set once.
    var onChange: (@MainActor (ObservedCall) -> Void)? { get set }
    /// The calls that have not ended; may wait for the system's first answer (B105).
    var calls: [ObservedCall] { get }
}

/// The device's calls, by `CXCallObserver`.
@MainActor final class SystemCallSource: CallSource {
    private let observer = CXCallObserver()
    /// Kept here, since the observer's reference is weak (B105).
    private let delegate = ObserverDelegate()

    init() { observer.setDelegate(delegate, queue: nil) }

    var onChange: (@MainActor (ObservedCall) -> Void)? {
        get { delegate.onChange }
        set { delegate.onChange = newValue }
    }

    var calls: [ObservedCall] { observer.calls.map { ObservedCall($0) } }
}

@MainActor private final class ObserverDelegate: NSObject, CXCallObserverDelegate {
    var onChange: (@MainActor (ObservedCall) -> Void)?

    nonisolated func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
        let call = ObservedCall(call)
        MainActor.assumeIsolated { onChange?(call) }
    }
}

extension ObservedCall {
    fileprivate init(_ call: CXCall) {
        self.init(
            id: call.uuid, isOutgoing: call.isOutgoing, isOnHold: call.isOnHold,
            hasConnected: call.hasConnected, hasEnded: call.hasEnded)
    }
}
