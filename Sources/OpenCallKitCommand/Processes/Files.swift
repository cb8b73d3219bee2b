// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Makes a folder, which only its owner can enter unless another mode says so; one that is there
/// already is fine.
func makeFolder(_ path: String, mode: mode_t = 0o700) throws(CommandFailure) {
    guard mkdir(path, mode) != 0, errno != EEXIST else { return }
    throw CommandFailure(
        .cannotCreate,
        "cannot make the folder \(path): \(errorWords(errno)); name one that can be written to"
    )
}

/// Sees to it that nothing above a folder would have to be made: a slip of the keyboard shall not
/// make a whole path.
func requireParent(of path: String) throws(CommandFailure) {
    var end = path[...]
    while end.count > 1, end.last == "/" { end.removeLast() }
    let parent = end.lastIndex(of: "/").map { $0 == end.startIndex ? "/" : end[..<$0] } ?? "."
    guard !fileExists(path), !fileExists(String(parent)) else { return }
    throw CommandFailure(
        .cannotCreate,
        "cannot make the folder \(path): there is no \(parent); check the path, or make it first"
    )
}

/// The path from the root, with links resolved.
///
/// - Throws: Where nothing is there.
func absolutePath(_ path: String) throws(CommandFailure) -> String {
    guard let resolved = realpath(path, nil) else {
        throw CommandFailure(.noInput, "cannot find \(path): \(errorWords(errno))")
    }
    defer { free(resolved) }
    return String(cString: resolved)
}

func fileExists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// A file's bytes.
///
/// - Throws: Where it cannot be read, or holds more than the limit.
func readFile(_ path: String, limit: Int) throws(CommandFailure) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
        throw CommandFailure(.noInput, "cannot read \(path): \(errorWords(errno))")
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = read(file, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
            throw CommandFailure(.inputOutput, "cannot read \(path): \(errorWords(errno))")
        }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
        guard bytes.count <= limit else {
            throw CommandFailure(.badData, "\(path) is over \(limit) bytes; it is not such a file")
        }
    }
}

/// Writes a file, which only its owner can read unless another mode says so.
func writeFile(
    _ path: String, _ text: some StringProtocol, mode: mode_t = 0o600
) throws(CommandFailure) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    guard file >= 0 else {
        throw CommandFailure(.cannotCreate, "cannot write \(path): \(errorWords(errno))")
    }
    defer { close(file) }
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
        let count = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
            throw CommandFailure(.inputOutput, "cannot write \(path): \(errorWords(errno))")
        }
        bytes.removeFirst(count)
    }
}

/// Removes a file, or a folder with all that is in it; links are removed, not followed.
///
/// What cannot be removed stays.
func removeTree(_ path: String) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
        unlink(path)
        return
    }
    for name in names(in: path) { removeTree("\(path)/\(name)") }
    rmdir(path)
}

/// Whether nothing is in a folder.
///
/// - Throws: Where it is a file, or cannot be read.
func isEmptyFolder(_ path: String) throws(CommandFailure) -> Bool {
    guard let folder = opendir(path) else {
        throw CommandFailure(.cannotCreate, "cannot use \(path): \(errorWords(errno))")
    }
    closedir(folder)
    return names(in: path).isEmpty
}

/// What is in a folder, in no order; nothing where it cannot be read.
func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
