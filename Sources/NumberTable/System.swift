// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The system's words for an `errno`, and the next step where one is sure.
func systemWords(_ code: Int32) -> String {
    guard let words = strerror(code) else { return "error \(code)" }
    return String(cString: words) + (code == ENOENT ? "; check the path" : "")
}

/// A failure of a system call, with the `errno` of this moment.
func systemError(_ operation: String, _ path: String) -> NumberTableError {
    .system(operation: operation, path: path, code: errno)
}

/// Reads exactly so many bytes of a file; the file ends early only if it was cut meanwhile.
func readFully(
    _ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer, at offset: Int, path: String
) throws(NumberTableError) {
    var done = 0
    while done < bytes.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw systemError("reading", path) }
        guard count > 0 else {
            throw .damaged(path: path, offset: offset + done, rule: "the file ends here")
        }
        done += count
    }
}

/// Writes all bytes at the end of what was written.
func writeFully(
    _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, path: String
) throws(NumberTableError) {
    var rest = bytes
    while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw systemError("writing", path) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
}

/// The folder that a path names a file in.
func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The last component of a path.
func fileName(of path: String) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
}

/// Makes a rename in that folder last through a loss of power.
///
/// A folder that cannot be opened or synced is passed over: the rename itself has succeeded.
func syncFolder(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
}
