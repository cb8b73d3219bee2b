// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A pipe by which a process is told to go on.
final class WakeUpPipe {
    let path: String
    private let descriptor: Int32

    init(_ path: String) throws {
        self.path = path
        try check(mkfifo(path, 0o600), "mkfifo")
        // For reading as well, so that it opens before anyone reads, and keeps what is written.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure("cannot open \(path)") }
    }

    deinit { close(descriptor) }

    func give() throws {
        guard write(descriptor, "\n", 1) == 1 else { throw Failure("cannot write \(path)") }
    }
}
