// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Where OpenSSL reads and writes the records of all connections of one loop, one at a time.
///
/// A record that came lies in the loop's own buffer until OpenSSL has taken it, which it does
/// before anything else happens; one that leaves is collected here and sent in one piece. So no
/// idle connection keeps a buffer of its own. Loop thread only.
final class TLSBuffers {
    /// What has come for the connection that is being read, and is not taken yet.
    fileprivate var input: UnsafeRawBufferPointer
    /// Where a connection puts what it has received.
    let received: UnsafeMutableRawBufferPointer
    private var output: UnsafeMutableRawBufferPointer
    private(set) var outputByteCount = 0
    private let method: OpaquePointer?

    /// A batch of answers, and the longest handshake flights that are usual.
    private static let usualOutputByteCount = 64 * 1024
    /// The kind of our BIO in OpenSSL's lists: a source and sink, of the first number for users.
    private static let kind = Int32(BIO_TYPE_SOURCE_SINK | BIO_TYPE_START)

    init() {
        input = UnsafeRawBufferPointer(start: nil, count: 0)
        received = .allocate(byteCount: EventLoop.readByteCount, alignment: 16)
        output = .allocate(byteCount: Self.usualOutputByteCount, alignment: 16)
        method = BIO_meth_new(Self.kind, "records of a loop")
        BIO_meth_set_create(method) { bio in
            BIO_set_init(bio, 1)
            return 1
        }
        BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
        BIO_meth_set_read(method) { bio, bytes, count in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            let room = UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            let taken = TLSBuffers.object(of: bio).take(into: room)
            if taken == 0 { BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY) }
            return taken == 0 ? -1 : Int32(taken)
        }
        BIO_meth_set_write(method) { bio, bytes, count in
            BIO_clear_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY)
            TLSBuffers.object(of: bio).append(
                UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            return count
        }
    }

    deinit {
        BIO_meth_free(method)
        output.deallocate()
        received.deallocate()
    }

    /// Makes a TLS object read and write here.
    func serve(_ ssl: OpaquePointer) {
        let bio = BIO_new(method)
        precondition(bio != nil, "OpenSSL is out of memory")
        BIO_set_data(bio, CallbackContext.pointer(to: self))
        SSL_set_bio(ssl, bio, bio)
    }

    /// Lets OpenSSL read from `bytes`, of which what it takes is cut off, during the call.
    func reading<Result>(
        from bytes: inout UnsafeRawBufferPointer, _ body: () -> Result
    ) -> Result {
        input = bytes
        let result = body()
        bytes = input
        input = UnsafeRawBufferPointer(start: nil, count: 0)
        return result
    }

    /// Hands over what OpenSSL has written, once; the bytes are valid until it writes again.
    func takeOutput() -> UnsafeRawBufferPointer {
        defer { outputByteCount = 0 }
        return UnsafeRawBufferPointer(rebasing: output[..<outputByteCount])
    }

    // MARK: What OpenSSL calls

    private static func object(of bio: OpaquePointer?) -> TLSBuffers {
        CallbackContext.object(TLSBuffers.self, from: BIO_get_data(bio))
    }

    private func take(into room: UnsafeMutableRawBufferPointer) -> Int {
        let taken = min(room.count, input.count)
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: input[..<taken]))
        input = UnsafeRawBufferPointer(rebasing: input[taken...])
        return taken
    }

    private func append(_ bytes: UnsafeRawBufferPointer) {
        if outputByteCount + bytes.count > output.count {
            let longer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: 2 * output.count + bytes.count, alignment: 16)
            longer.copyMemory(from: UnsafeRawBufferPointer(rebasing: output[..<outputByteCount]))
            output.deallocate()
            output = longer
        }
        UnsafeMutableRawBufferPointer(rebasing: output[outputByteCount...]).copyMemory(from: bytes)
        outputByteCount += bytes.count
    }
}
