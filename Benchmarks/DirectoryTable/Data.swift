// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Why there is no measurement.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A whole file, mapped for as long as the program runs.
func mapped<Value>(_ path: String, as type: Value.Type) throws -> UnsafeBufferPointer<Value> {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0, status.st_size > 0,
        let start = mmap(nil, status.st_size, PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED
    else { throw Trouble("\(path) cannot be read") }
    close(file)
    let count = status.st_size / MemoryLayout<Value>.stride
    return UnsafeBufferPointer(
        start: start.bindMemory(to: Value.self, capacity: count), count: count)
}

/// The labels of a data folder, as DirectoryPeers/make.c writes them.
struct Labels {
    private let starts: UnsafeBufferPointer<UInt32>
    private let text: UnsafeBufferPointer<UInt8>

    init(folder: String) throws {
        starts = try mapped("\(folder)/starts", as: UInt32.self)
        text = try mapped("\(folder)/text", as: UInt8.self)
    }

    var count: Int { starts.count - 1 }

    subscript(index: UInt32) -> UnsafeBufferPointer<UInt8> {
        let start = Int(starts[Int(index)])
        let end = Int(starts[Int(index) + 1])
        return UnsafeBufferPointer(rebasing: text[start..<end])
    }
}

/// A file of values that is read piece by piece, so that its size is no memory of this process.
struct Stream<Value: BitwiseCopyable>: ~Copyable {
    private let file: Int32
    private let path: String
    private let buffer: UnsafeMutableBufferPointer<Value>
    private var next = 0
    private var count = 0

    init(_ path: String) throws {
        self.path = path
        buffer = .allocate(capacity: 65_536 / MemoryLayout<Value>.stride)
        file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Trouble("\(path) cannot be read") }
    }

    deinit {
        buffer.deallocate()
        close(file)
    }

    /// The next value; nil at the end.
    mutating func value() throws -> Value? {
        if next == count {
            let bytes = read(file, buffer.baseAddress, buffer.count * MemoryLayout<Value>.stride)
            guard bytes >= 0 else { throw Trouble("\(path) cannot be read") }
            count = bytes / MemoryLayout<Value>.stride
            next = 0
            if count == 0 { return nil }
        }
        defer { next += 1 }
        return buffer[next]
    }
}
