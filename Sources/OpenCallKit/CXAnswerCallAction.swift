// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// To answer a call.
///
/// Fulfil it when both sides can talk (B17).
open class CXAnswerCallAction: CXCallAction {
    /// Reports that both sides could talk from that time on (B41).
    open func fulfill(withDateConnected dateConnected: Date) {
        complete(.fulfilled(at: dateConnected.wallTime))
    }

    override class func allowedTime(_ timeouts: ActionTimeouts) -> Interval { timeouts.answer }

    override var kind: CallAction.Kind? { .answer }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXAnswerCallAction(call: callUUID))
    }
}
