// SPDX-License-Identifier: Apache-2.0
public import OpenCallKit

extension SimulatedPhone {
    /// What the details of a handle show in Recents, newest first.
    ///
    /// From iOS 26 those of a generic handle show the calls with all generic handles (B113).
    ///
    /// - Parameter handle: Whose calls.
    /// - Returns: The rows.
    public func recents(of handle: CXHandle) -> [RecentCallEntry] {
        let sharesAll = rules.genericHandlesShareRecents && handle.type == .generic
        return recents.filter { row in
            sharesAll ? row.handle?.type == .generic : row.handle == handle
        }
    }
}
