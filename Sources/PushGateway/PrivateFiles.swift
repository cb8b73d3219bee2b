// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files that only their owner may read, written so that a crash leaves the old or the new one, whole.
enum PrivateFiles {
    /// Makes a folder of mode 0700 with all above it, or sees that the one there is ours alone to write in.
    static func makeFolder(_ path: String) throws(GatewayError) {
        guard !path.isEmpty else {
            throw .file(operation: "use the folder", path: "\"\"", reason: "it has no name")
        }
        var partial = path.hasPrefix("/") ? "/" : ""
        for name in path.split(separator: "/") {
            partial += partial.isEmpty || partial.hasSuffix("/") ? String(name) : "/" + name
            guard mkdir(partial, 0o700) != 0, errno != EEXIST else { continue }
            // A folder above may exist where we may not write; only the last one decides.
            if errno != EACCES && errno != EROFS || partial == path {
                throw failure("make the folder", partial)
            }
        }
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("use the folder", path) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw .file(operation: "use the folder", path: path, reason: "it is no folder")
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw .file(
                operation: "use the folder",
                path: path,
                reason: "others may write in it; give one of your own, of mode 0700"
            )
        }
    }

    /// Reads a small file.
    ///
    /// Nil if there is none.
    static func read(_ path: String, byteCountMax: Int = 1 << 20) throws(GatewayError) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure("read", path)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure("read", path) }
            guard count > 0 else { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= byteCountMax else {
                throw .file(
                    operation: "read",
                    path: path,
                    reason: "it has more than \(byteCountMax) bytes; it is not the gateway's"
                )
            }
        }
    }

    /// Writes a file in place of the one there: all of it is on disk before it gets its name.
    ///
    /// The caller holds a lock of the folder, since the file being written has a fixed name.
    static func write(
        _ bytes: [UInt8],
        to path: String,
        mode: mode_t = 0o600
    ) throws(GatewayError) {
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw failure("write", path) }
        do throws(GatewayError) {
            defer { close(descriptor) }
            try writeAll(bytes, to: descriptor, path: path)
            guard fsync(descriptor) == 0 else { throw failure("write", path) }
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let error = failure("write", path)
            unlink(draft)
            throw error
        }
        syncFolder(of: path)
    }

    /// Makes an empty file of mode 0600 if there is none.
    static func touch(_ path: String) throws(GatewayError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write", path) }
        close(descriptor)
    }

    private static func writeAll(
        _ bytes: [UInt8],
        to descriptor: Int32,
        path: String
    ) throws(GatewayError) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("write", path) }
            written += count
        }
    }

    /// Makes a rename in the folder durable.
    private static func syncFolder(of path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    static func failure(_ operation: String, _ path: String) -> GatewayError {
        .file(operation: operation, path: path, reason: String(cString: strerror(errno)))
    }
}

/// A lock on a file, which the system takes back when the process ends, however it ends.
final class FileLock {
    private let descriptor: Int32

    /// Waits for the lock, or with `waits` false takes it now or fails.
    ///
    /// - Returns: Nil if someone else holds it.
    init?(_ path: String, waits: Bool) throws(GatewayError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw PrivateFiles.failure("lock", path) }
        while flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            // The deinitialiser closes the descriptor: it runs for a failing initialiser of a class.
            if errno == EWOULDBLOCK { return nil }
            throw PrivateFiles.failure("lock", path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }
}
