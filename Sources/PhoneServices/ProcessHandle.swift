// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// A process, held by a descriptor of the kernel's: its number is never taken for that of a later
/// process.
final class ProcessHandle {
    let processID: pid_t
    /// Readable once the process has ended.
    let descriptor: Int32

    /// Takes a `pidfd` over.
    init(processID: pid_t, descriptor: Int32) {
        self.processID = processID
        self.descriptor = descriptor
    }

    /// Nil if there is no such process.
    convenience init?(processID: pid_t) {
        let descriptor = CLinux_pidfd_open(processID)
        guard descriptor >= 0 else { return nil }
        self.init(processID: processID, descriptor: descriptor)
    }

    deinit { close(descriptor) }

    var isAlive: Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 0
    }

    /// Does nothing to a process that has ended.
    func kill() { _ = CLinux_pidfd_send_signal(descriptor, SIGKILL) }
}
