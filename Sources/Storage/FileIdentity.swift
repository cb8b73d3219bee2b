// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which file a path leads to, however it is named.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt
    package let inode: UInt

    /// Follows links; nil if nothing is there.
    package init?(path: String) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        device = facts.st_dev
        inode = facts.st_ino
    }
}
