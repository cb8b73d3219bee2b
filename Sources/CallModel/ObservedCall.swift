// SPDX-License-Identifier: Apache-2.0

/// A call as every observer sees it: that it is there and how it stands, never with whom (B106).
///
/// `CXCall` as a value.
package struct ObservedCall: Hashable, Sendable, Codable {
    package var id: CallID
    package var isOutgoing: Bool
    package var isOnHold: Bool
    package var hasConnected: Bool
    package var hasEnded: Bool

    package init(
        id: CallID,
        isOutgoing: Bool = false,
        isOnHold: Bool = false,
        hasConnected: Bool = false,
        hasEnded: Bool = false
    ) {
        self.id = id
        self.isOutgoing = isOutgoing
        self.isOnHold = isOnHold
        self.hasConnected = hasConnected
        self.hasEnded = hasEnded
    }
}
