// SPDX-License-Identifier: Apache-2.0
import Glibc

/// How much memory of its own a process has: `RssAnon` in `/proc/PID/status`.
///
/// Mapped files do not count: the system takes their pages back when it needs them.
final class ProcessMemory {
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4096)

    /// Nil where the system does not say.
    ///
    /// The file stays that of the process that has the number now, whatever gets it later.
    init?(processID: Int32) {
        descriptor = open("/proc/\(processID)/status", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// In bytes; nil once the process has ended.
    func anonymousByteCount() -> Int? {
        let count = pread(descriptor, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return Self.anonymousByteCount(in: buffer[..<count])
    }

    /// The figure in the text of such a file; nil where there is none.
    static func anonymousByteCount(in status: ArraySlice<UInt8>) -> Int? {
        let name = Array("RssAnon:".utf8)
        for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: name) {
            let digits = line.dropFirst(name.count).drop { !(48...57).contains($0) }
                .prefix { (48...57).contains($0) }
            return Int(String(decoding: digits, as: UTF8.self)).map { $0 * 1024 }
        }
        return nil
    }
}
