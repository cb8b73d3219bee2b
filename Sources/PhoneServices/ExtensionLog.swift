// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// The log of an extension, which gets its standard output and what its loads come to.
///
/// Numbers may stand in it: they are its own.
enum ExtensionLog {
    /// Appends a line; one that cannot be written is lost.
    static func append(_ line: String, to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        try? Files.write(Array(line.utf8), to: descriptor, named: path)
    }
}
