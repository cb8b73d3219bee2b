// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Why a table cannot be read or written.
///
/// The description names the file, the rule and the next step. No number and no label is in it.
public enum NumberTableError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The system refused an operation, such as `opening`, `writing` or `renaming`; `code` is its
    /// `errno`. Free the disk or correct the path, and do it again.
    case system(operation: String, path: String, code: Int32)
    /// The bytes do not begin as a table does. Give a file that a builder wrote.
    case notATable(path: String)
    /// A table of another version, or with flags that this code does not know. Use newer code, or
    /// build the table again.
    case unsupported(path: String, what: String)
    /// The bytes at this offset break a rule of the format: the file was cut or has rotted. Build
    /// or copy it again.
    case damaged(path: String, offset: Int, rule: String)
    /// A limit of the format was reached while writing. Split the entries over several tables.
    case tooLarge(path: String, rule: String)

    /// What a device, a pipe or a socket is refused with: EINVAL.
    private static func advice(_ code: Int32) -> String {
        code == EINVAL ? "; a table is a file: name one" : ""
    }

    /// The file, the rule and the next step.
    public var description: String {
        switch self {
        case .system(let operation, let path, let code):
            "\(operation) \(path) failed: \(systemWords(code))\(Self.advice(code))"
        case .notATable(let path):
            "\(path) is no number table: it does not begin as one; give a file that a build made"
        case .unsupported(let path, let what):
            "\(path) has \(what), which this code does not know; use a newer one or rebuild it"
        case .damaged(let path, let offset, let rule):
            "\(path) is damaged at byte \(offset): \(rule); build or copy it again"
        case .tooLarge(let path, let rule):
            "\(path) grows too large: \(rule); split the entries over several tables"
        }
    }
}
