// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// A call of the device at one moment, as observers see it: that it is there, not with whom (B106).
///
/// Two are equal when they are of the same call in the same state.
open class CXCall: NSObject {
    private let call: ObservedCall

    init(_ call: ObservedCall) { self.call = call }

    /// Which call it is.
    open var uuid: UUID { UUID(call.id) }
    /// Whether it goes out from here.
    open var isOutgoing: Bool { call.isOutgoing }
    /// Whether it is held.
    open var isOnHold: Bool { call.isOnHold }
    /// Whether both sides could ever talk.
    open var hasConnected: Bool { call.hasConnected }
    /// Whether it is over.
    open var hasEnded: Bool { call.hasEnded }

    /// Whether both are of the same call in the same state.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CXCall else { return false }
        return call == other.call
    }

    /// A hash of the call's identity.
    open override var hash: Int { call.id.hashValue }
}
