// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

// A protocol from before Swift had @Sendable. In Swift 5 mode it is taken, silently where it says
// @preconcurrency. In Swift 6 mode a completion that the class declares @Sendable, as Apple's does,
// cannot stand for one that the protocol declares without: there the app's protocol says @Sendable.

@preconcurrency protocol OldCallReporting {
    func reportNewIncomingCall(
        with UUID: UUID,
        update: CXCallUpdate,
        completion: @escaping (Error?) -> Void
    )
}

extension CXProvider: OldCallReporting {}

/// Reports a call through the old protocol.
package func reportTheOldWay(
    _ provider: CXProvider,
    _ call: UUID,
    completion: @escaping (Error?) -> Void
) {
    let reporting: OldCallReporting = provider
    reporting.reportNewIncomingCall(with: call, update: CXCallUpdate(), completion: completion)
}
