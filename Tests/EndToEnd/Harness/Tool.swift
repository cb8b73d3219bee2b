// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKWire

/// Programs that a test only needs the output of.
enum Tool {
    /// Runs it to its end.
    ///
    /// - Throws: Where it fails.
    @discardableResult
    static func run(_ words: [String]) throws -> String {
        let program = try Program(words)
        try program.end()
        try expectSuccess(program)
        return program.output.joined(separator: "\n")
    }

    static func exists(_ name: String) -> Bool {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin"
        return folders.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}

func expectSuccess(_ program: Program) throws {
    guard program.exitCode == 0 else {
        throw Failure("ended with \(program.exitCode ?? -1): \(program.errors)")
    }
}

func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    do {
        return try MessageCoder.decode(type, from: Array(text.utf8))
    } catch {
        throw Failure("\(error): \(text)")
    }
}

/// A path as JSON may write it.
func escaped(_ path: String) -> String { path.replacing("/", with: "\\/") }

func makeTemporaryFolder() throws -> String {
    var template = Array("/tmp/opencallkit-test.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Failure("mkdtemp: \(errno)") }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

func readText(_ path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure("cannot read \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = read(file, &chunk, chunk.count)
        guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
        bytes += chunk[..<count]
    }
}

func writeText(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("cannot write \(path)") }
    defer { close(file) }
    let bytes = Array(text.utf8)
    guard write(file, bytes, bytes.count) == bytes.count else { throw Failure("short write") }
}

/// Names in a folder; none of one that cannot be read.
func folderNames(_ path: String) -> [String] {
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

/// Removes a folder with all that is in it; links are removed, not followed.
func removeTree(_ path: String) {
    for name in folderNames(path) {
        let child = "\(path)/\(name)"
        if unlink(child) != 0 { removeTree(child) }
    }
    rmdir(path)
}
