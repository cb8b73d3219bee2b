// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Files and folders as daemons keep them: private, whole or not there at all.
package enum Files {
    /// A folder of our own (0700), with those above it.
    ///
    /// One that exists is taken as it is if it belongs to us and others have no access.
    ///
    /// An empty one is closed to others; one with something in it may be anybody's, such as `/run`
    /// by a link or a wrong `--home`, and is refused.
    package static func makePrivateFolder(_ path: String) throws(FileError) {
        try makeFolders(above: path)
        if mkdir(path, 0o700) == 0 { return }
        guard errno == EEXIST else { throw FileError("making the folder \(path)") }
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw FileError("looking at \(path)") }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            throw FileError("using \(path) as a folder", ENOTDIR)
        }
        guard facts.st_uid == geteuid() else {
            throw FileError("using \(path), which belongs to another user,", EACCES)
        }
        if facts.st_mode & 0o077 != 0 {
            guard try names(in: path).isEmpty else {
                let words = "open to others: close it (chmod 700) if it is ours, or choose another"
                throw FileError("using the folder \(path), which is \(words),", ENOTEMPTY)
            }
            guard chmod(path, 0o700) == 0 else { throw FileError("closing \(path) to others") }
        }
        guard access(path, W_OK | X_OK) == 0 else { throw FileError("writing to \(path)") }
    }

    private static func makeFolders(above path: String) throws(FileError) {
        let parent = Self.parent(of: path)
        guard !parent.isEmpty, parent != path, access(parent, F_OK) != 0 else { return }
        try makeFolders(above: parent)
        guard mkdir(parent, 0o700) == 0 || errno == EEXIST else {
            throw FileError("making the folder \(parent)")
        }
    }

    /// All bytes of a regular file.
    ///
    /// One over the limit fails with `EFBIG` before it is read.
    package static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError("reading \(path)") }
        defer { close(descriptor) }
        var facts = stat()
        guard fstat(descriptor, &facts) == 0 else { throw FileError("reading \(path)") }
        guard facts.st_mode & S_IFMT == S_IFREG else {
            throw FileError("reading \(path), which is no file,", EINVAL)
        }
        guard facts.st_size <= limit else { throw FileError("reading \(path)", EFBIG) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("reading \(path)") }
            bytes.append(contentsOf: chunk[..<count])
        }
        throw FileError("reading \(path)", EFBIG)
    }

    /// The first bytes of a file; none if it cannot be read.
    package static func beginning(of path: String, byteCount: Int) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: byteCount)
        let count = Glibc.read(descriptor, &bytes, byteCount)
        return Array(bytes.prefix(max(0, count)))
    }

    /// Writes a file so that, whatever happens, the path holds all of the old bytes or all of the
    /// new (0600).
    package static func writeWhole(_ bytes: [UInt8], to path: String) throws(FileError) {
        let temporary = "\(path).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw FileError("writing \(temporary)") }
        do throws(FileError) {
            defer { close(descriptor) }
            try write(bytes, to: descriptor, named: temporary)
            guard fsync(descriptor) == 0 else { throw FileError("writing \(temporary)") }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = FileError("replacing \(path)")
            unlink(temporary)
            throw error
        }
        syncFolder(parent(of: path))
    }

    package static func write(
        _ bytes: some Collection<UInt8>,
        to descriptor: Int32,
        named path: String
    ) throws(FileError) {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw FileError("writing \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Makes a rename in that folder last through a loss of power.
    package static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The path without symbolic links; nil if there is no such file.
    package static func resolve(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Names in a folder, in order of their bytes, without `.` and `..`.
    package static func names(in path: String) throws(FileError) -> [String] {
        guard let folder = opendir(path) else { throw FileError("listing \(path)") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Removes a file or a folder with all that is in it; links are removed, not followed.
    ///
    /// What cannot be removed stays.
    package static func removeTree(_ path: String) {
        var facts = stat()
        guard lstat(path, &facts) == 0 else { return }
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for name in (try? names(in: path)) ?? [] { removeTree("\(path)/\(name)") }
        rmdir(path)
    }

    package static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}
