// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc
import OCKStorage
import Synchronization

/// Ends the wait of a load's thread, from another thread.
final class LoadCancel: Sendable {
    private let isSet = Atomic(false)
    /// Readable once it is set.
    let descriptor: Int32

    /// - Throws: ``FileError`` where the process has no descriptor left.
    init() throws(FileError) {
        descriptor = CLinux_eventfd()
        guard descriptor >= 0 else { throw FileError("making an event descriptor") }
    }

    deinit { close(descriptor) }

    /// Twice is once.
    func set() {
        isSet.store(true, ordering: .releasing)
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    var isCancelled: Bool { isSet.load(ordering: .acquiring) }
}
