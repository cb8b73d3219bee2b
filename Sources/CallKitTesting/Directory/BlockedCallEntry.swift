// SPDX-License-Identifier: Apache-2.0
import CallModel
public import Foundation
public import OpenCallKit

/// A call that was refused before anybody saw it: it is not in Recents (B158).
public struct BlockedCallEntry: Hashable {
    /// The UUID by which its app knew the call.
    public let call: UUID
    /// The bundle identifier of its app; `com.apple.mobilephone` for a cellular call.
    public let app: String
    /// The other party.
    public let handle: CXHandle?
    /// When it came.
    public let date: Date
    /// The bundle identifier of the extension that blocked it, nil for the person's own block list.
    public let directory: String?

    init(_ call: BlockedCall) {
        self.call = UUID(call.call)
        app = call.bundle
        handle = call.handle.map { CXHandle($0) }
        date = Date(call.at)
        directory =
            if case .directory(let id) = call.blockedBy { id } else { nil }
    }
}
