// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A folder that goes with its owner.
final class TemporaryFolder {
    let path: String

    init() {
        var name = Array("/tmp/number-table-XXXXXX".utf8CString)
        mkdtemp(&name)
        path = name.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
    }

    deinit {
        for name in names { unlink(path + "/" + name) }
        rmdir(path)
    }

    /// What is in the folder, hidden files too.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    func file(_ name: String) -> String { path + "/" + name }
}
