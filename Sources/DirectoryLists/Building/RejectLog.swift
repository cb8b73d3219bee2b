// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes what was refused, a line each: the place, the reason and the text, with tabs between
/// them.
package final class RejectLog {
    private let path: String
    private let descriptor: Int32
    private let buffer = ByteStore()

    /// Makes the file, or empties it.
    package init(path: String) throws(ListError) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .unwritable(path: path, reason: errno) }
    }

    deinit { close(descriptor) }

    func write(_ place: ListPlace, _ reason: RejectReason, _ text: String) throws(ListError) {
        buffer.append(Array("\(place)\t\(reason.rawValue)\t\(text)\n".utf8))
        if buffer.count >= 64 * 1024 { try flush() }
    }

    /// Writes what waits; the last lines are there after it.
    func flush() throws(ListError) {
        var written = 0
        while written < buffer.count {
            let count = Glibc.write(descriptor, buffer.base + written, buffer.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .unwritable(path: path, reason: count == 0 ? ENOSPC : errno)
            }
            written += count
        }
        buffer.removeAll()
    }
}
