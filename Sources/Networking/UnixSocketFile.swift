// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The file that a listening Unix socket leaves in a folder, removed again by whoever made it.
struct UnixSocketFile {
    let path: String
    private let device: dev_t
    private let inode: ino_t

    /// Binds `descriptor` to a file of mode 0600, replacing what a dead process has left behind.
    static func bind(_ descriptor: Int32, path: String) throws(NetworkingError) -> UnixSocketFile {
        let address = try SocketAddress(unixPath: path)
        // On Linux the file takes its mode from the socket, so that it is never open to others.
        fchmod(descriptor, 0o600)
        var outcome = Socket.bind(descriptor, to: address)
        if outcome == EADDRINUSE {
            try removeStale(path, address)
            outcome = Socket.bind(descriptor, to: address)
        }
        switch outcome {
        case 0: break
        case EACCES, EPERM, EROFS: throw .permissionDenied(what: "making the socket \(path)")
        case EADDRINUSE: throw .alreadyRunning(path: path)
        default: throw .system(operation: "making the socket \(path)", errno: outcome)
        }
        var status = stat()
        lstat(path, &status)
        return UnixSocketFile(path: path, device: status.st_dev, inode: status.st_ino)
    }

    private static func removeStale(
        _ path: String,
        _ address: SocketAddress
    ) throws(NetworkingError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try Socket.make(family: AF_UNIX)
        defer { close(probe) }
        // EAGAIN says that a living process is only busy.
        switch Socket.connect(probe, to: address) {
        case 0, EAGAIN, EINPROGRESS: throw .alreadyRunning(path: path)
        case EACCES, EPERM: throw .permissionDenied(what: "connecting to the socket \(path)")
        default: unlink(path)
        }
    }

    /// Removes the file, unless another process has put its own in its place.
    func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            return
        }
        unlink(path)
    }
}
