// SPDX-License-Identifier: Apache-2.0
import Glibc

@testable import PhoneServices
import OCKStorage

/// A folder of one test, removed with it.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/opencallkit-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let end = template.firstIndex(of: 0) else {
            throw FileError("making a temporary folder")
        }
        path = String(decoding: template[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { Files.removeTree(path) }

    func write(_ text: String, _ name: String, mode: mode_t = 0o644) throws {
        try write(Array(text.utf8), name, mode: mode)
    }

    func write(_ bytes: [UInt8], _ name: String, mode: mode_t = 0o644) throws {
        try Files.writeWhole(bytes, to: "\(path)/\(name)")
        guard chmod("\(path)/\(name)", mode) == 0 else { throw FileError("chmod") }
    }

    func makeFolder(_ name: String) throws { try Files.makePrivateFolder("\(path)/\(name)") }

    func remove(_ name: String) { Files.removeTree("\(path)/\(name)") }

    func read(_ name: String) throws -> String {
        String(decoding: try Files.read("\(path)/\(name)", limit: 1 << 20), as: UTF8.self)
    }
}
