// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import PhoneHost
import OCKStorage

/// Holds a state folder for one phone; the kernel lets go of it when the process ends, however it
/// does.
final class StateLock {
    private let descriptor: Int32

    /// - Throws: Words, if another phone has it.
    init(path: String) throws(ServiceFailure) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw ServiceFailure("\(FileError("writing \(path)"))") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw ServiceFailure(
                "a phone is already running: it holds \(path); end it first, or give this one a "
                    + "folder of its own with --home"
            )
        }
    }

    deinit { close(descriptor) }
}
