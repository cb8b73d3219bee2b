// SPDX-License-Identifier: Apache-2.0
import Foundation

// Apple's PushKit does not say that these are Sendable. They are, so that an app of either language
// mode may use them from its own queues; what must build with Apple's SDK too is checked without.
#if !APPLE_PARITY
// Sendable because `state` is locked and all else is constant.
extension PKPushRegistry: @unchecked Sendable {}
#endif
