// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

/// A request that waits or is on its way, and its answer as it comes in.
///
/// Used again for another request once it has ended.
final class ClientStream {
    /// Who hears of the answer.
    enum Listener {
        /// The session's owner, by the number that it gave.
        case owner(UInt64)
        case completion((Result<HTTP2Response, HTTP2Error>) -> Void)
    }

    var listener = Listener.owner(0)
    /// Of a request that waits.
    var fields: HTTP2RequestFields?
    /// The stream's number; 0 while the request waits, and between two requests.
    var id: Int32 = 0
    /// Where the session's list of streams holds it.
    var index = 0
    var isAnswerComplete = false
    private(set) var isAnswerTooLarge = false
    private(set) var answer = HTTP2Answer()
    private var headerListByteCount = 0
    private var body: [UInt8] = []
    private var offset = 0

    /// Makes it ready for a request.
    func begin(_ listener: Listener, body: [UInt8]) {
        self.listener = listener
        self.body = body
        offset = 0
        isAnswerComplete = false
        isAnswerTooLarge = false
        headerListByteCount = 0
        answer.removeAll()
    }

    /// Lets go of what the request held.
    func end() {
        id = 0
        listener = .owner(0)
        fields = nil
        body = []
    }

    /// What came of the request when nghttp2 closes the stream.
    func failure(_ errorCode: UInt32) -> HTTP2Error? {
        if isAnswerTooLarge { return .responseTooLarge }
        if isAnswerComplete { return nil }
        return errorCode == UInt32(NGHTTP2_REFUSED_STREAM.rawValue)
            ? .refused : .streamReset(code: errorCode)
    }

    // MARK: The request's body

    /// What nghttp2 calls for the body, piece by piece, as the server's flow control allows.
    ///
    /// It does not own the stream, which the session holds.
    var provider: nghttp2_data_provider {
        nghttp2_data_provider(
            source: nghttp2_data_source(ptr: CallbackContext.pointer(to: self)),
            read_callback: { _, _, buffer, capacity, flags, source, _ in
                let stream = CallbackContext.object(ClientStream.self, from: source?.pointee.ptr)
                let count = stream.copy(
                    to: UnsafeMutableRawBufferPointer(start: buffer, count: capacity))
                if stream.offset == stream.body.count {
                    flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
                }
                return count
            })
    }

    var hasBody: Bool { !body.isEmpty }

    private func copy(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let piece = body[offset..<min(body.count, offset + buffer.count)]
        buffer.copyBytes(from: piece)
        offset += piece.count
        return piece.count
    }

    // MARK: The answer

    /// An interim answer (1xx) is followed by another header block, which replaces it.
    func headersBegan() { answer.removeAll() }

    func append(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
        _ limits: HTTP2ClientLimits
    ) {
        headerListByteCount += name.count + value.count + 32
        guard headerListByteCount <= limits.maximumHeaderListByteCount else {
            isAnswerTooLarge = true
            return
        }
        answer.append(name: name, value: value)
    }

    func append(body bytes: UnsafeBufferPointer<UInt8>, _ limits: HTTP2ClientLimits) {
        guard answer.body.count + bytes.count <= limits.maximumResponseBodyByteCount else {
            isAnswerTooLarge = true
            return
        }
        answer.body.append(contentsOf: bytes)
    }
}
