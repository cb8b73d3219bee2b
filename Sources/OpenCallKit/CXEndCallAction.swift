// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// To end a call, or to decline it: there is no other action for that (B20).
open class CXEndCallAction: CXCallAction {
    /// Reports that the call ended at that time (B41).
    open func fulfill(withDateEnded dateEnded: Date) {
        complete(.fulfilled(at: dateEnded.wallTime))
    }

    override var kind: CallAction.Kind? { .end }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(to: CXEndCallAction(call: callUUID))
    }
}
