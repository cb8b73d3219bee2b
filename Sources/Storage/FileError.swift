// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file or folder that cannot be used, with what the system says.
package struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried, with the path in it.
    package let operation: String
    /// `errno`.
    package let number: Int32

    package var description: String {
        let words = String(cString: strerror(number))
        let advice: String =
            switch number {
            case ENOSPC, EDQUOT: ": free some space"
            case EACCES, EPERM, EROFS:
                ": choose a folder that you may write to, with --home or the XDG variables"
            case ENOENT: ": check the path"
            default: ""
            }
        return "\(operation) failed, \(words)\(advice)"
    }

    /// Takes `errno` as it stands.
    package init(_ operation: String) {
        self.init(operation, errno)
    }

    package init(_ operation: String, _ number: Int32) {
        self.operation = operation
        self.number = number
    }
}
