// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The lines of a text file, read one at a time: memory does not grow with the file.
///
/// A file that is not there has none.
final class Lines: Sequence, IteratorProtocol {
    private let file: UnsafeMutablePointer<FILE>?
    private var line: UnsafeMutablePointer<CChar>?
    private var capacity = 0

    /// - Throws: Where the file is there and cannot be read.
    init(_ url: URL) throws {
        file = fopen(url.path, "r")
        if file == nil, errno != ENOENT { throw CocoaError(.fileReadNoPermission) }
    }

    deinit {
        if let file { fclose(file) }
        free(line)
    }

    /// The next line without its line break, nil at the end.
    func next() -> Substring? {
        guard let file else { return nil }
        let count = getline(&line, &capacity, file)
        guard count > 0, let line else { return nil }
        let bytes = UnsafeRawBufferPointer(start: line, count: count)
        let end = bytes.last == UInt8(ascii: "\n") ? count - 1 : count
        return Substring(decoding: bytes[..<end], as: UTF8.self)
    }
}
