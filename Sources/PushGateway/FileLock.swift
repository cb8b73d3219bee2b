// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// A lock on a file, which the system takes back when the process ends, however it ends.
final class FileLock {
    private let descriptor: Int32

    /// Waits for the lock, or with `waits` false takes it now or fails.
    ///
    /// Nil if someone else holds it. The file is made, of mode 0600, and stays.
    init?(_ path: String, waits: Bool) throws(GatewayError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .file(FileError("locking \(path)")) }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            // The deinitialiser closes the descriptor, also after a failing initialiser.
            if errno == EWOULDBLOCK { return nil }
            throw .file(FileError("locking \(path)"))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
