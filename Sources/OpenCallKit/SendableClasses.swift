// SPDX-License-Identifier: Apache-2.0
import Foundation

// Apple's CallKit does not say that these are Sendable. They are, so that an app of either language
// mode may use them from its own queues; what must build with Apple's SDK too is checked without.
#if !APPLE_PARITY
// Sendable because `state` is locked and all else is constant.
extension CXProvider: @unchecked Sendable {}

// Sendable because `observer` is locked and all else is constant.
extension CXCallController: @unchecked Sendable {}

// Sendable because `state` is locked and `session` is constant.
extension CXCallObserver: @unchecked Sendable {}

// Sendable because all that it holds is constant.
extension CXCallDirectoryManager: @unchecked Sendable {}

// Sendable because the session and `state` lock themselves and all else is constant.
extension CXCallDirectoryExtensionContext: @unchecked Sendable {}
#endif
