// SPDX-License-Identifier: Apache-2.0
import CSQLite
import Glibc

/// Why the store cannot be used.
package enum StoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file was written by a newer OpenCallKit. Use that one, or move the file away.
    case newer(path: String, version: Int, known: Int)
    /// The disk is full. Free some space.
    case full(path: String)
    /// The file was removed or replaced while it was open: what is written would be lost. Start the
    /// program again.
    case gone(path: String)
    /// Another process holds the file. Stop it.
    case busy(path: String)
    /// The file is no database or is damaged. Move it away; a new one is made.
    case damaged(path: String)
    /// The folder or file does not let us write.
    case notWritable(path: String)
    /// Anything else, with SQLite's extended code and words.
    case failed(path: String, code: Int32, words: String)

    /// What the system says about opening a file.
    init(opening path: String, _ number: Int32) {
        switch number {
        case ENOSPC, EDQUOT: self = .full(path: path)
        case EACCES, EPERM, EROFS, ENOENT, ENOTDIR: self = .notWritable(path: path)
        default:
            let words = String(cString: strerror(number))
            self = .failed(path: path, code: SQLITE_CANTOPEN, words: words)
        }
    }

    package var description: String {
        switch self {
        case .newer(let path, let version, let known):
            "\(path) has version \(version) and this program knows up to \(known): use the newer "
                + "one, or move the file away to start with nothing in it"
        case .full(let path): "no space is left for \(path): free some"
        case .gone(let path):
            "\(path) was removed or replaced while it was in use: start this program again"
        case .busy(let path): "\(path) is held by another process: stop it"
        case .damaged(let path):
            "\(path) is damaged or no database: move it away, and a new one is made"
        case .notWritable(let path):
            "\(path) cannot be written: choose another folder with --home, or mend its permissions"
        case .failed(let path, let code, let words): "\(path) fails: \(words) (SQLite \(code))"
        }
    }
}
