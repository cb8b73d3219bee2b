// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The files of inputs beside this package's sources.
package enum FuzzCases {
    /// A file could not be read, written or listed.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The names of the files in a folder, sorted; none where there is no such folder.
    package static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// All bytes of a file.
    package static func bytes(of path: String) throws(Failure) -> [UInt8] {
        guard let file = fopen(path, "rb") else {
            throw Failure(description: "cannot open \(path)")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = fread(&piece, 1, piece.count, file), count > 0 {
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Makes a file, or replaces it.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        guard let file = fopen(path, "wb") else {
            throw Failure(description: "cannot make \(path)")
        }
        let count = fwrite(bytes, 1, bytes.count, file)
        guard fclose(file) == 0, count == bytes.count else {
            throw Failure(description: "cannot write \(path)")
        }
    }
}
