// SPDX-License-Identifier: Apache-2.0

/// A request that waits or is on its way, and its answer as it comes in.
final class ClientStream {
    let headers: HeaderBlock
    let body: OutgoingBody?
    var isAnswerComplete = false
    private(set) var isAnswerTooLarge = false
    private var answer = HTTP2Response(status: 0)
    private var headerListByteCount = 0
    private var completion: ((Result<HTTP2Response, HTTP2Error>) -> Void)?

    init(
        headers: HeaderBlock, body: [UInt8],
        completion: @escaping (Result<HTTP2Response, HTTP2Error>) -> Void
    ) {
        self.headers = headers
        self.body = body.isEmpty ? nil : OutgoingBody(body)
        self.completion = completion
    }

    /// Calls the completion, once.
    func finish(_ error: HTTP2Error) { finish(.failure(error)) }

    /// Ends with what nghttp2 closed the stream with.
    func close(errorCode: UInt32, refused: Bool) {
        if isAnswerTooLarge {
            finish(.responseTooLarge)
        } else if isAnswerComplete {
            finish(.success(answer))
        } else {
            finish(refused ? .refused : .streamReset(code: errorCode))
        }
    }

    private func finish(_ outcome: Result<HTTP2Response, HTTP2Error>) {
        let body = completion
        completion = nil
        body?(outcome)
    }

    /// Whether only an answer of 1xx has come so far.
    var isInterim: Bool { 100..<200 ~= answer.status }

    /// An interim answer (1xx) is followed by another header block, which replaces it.
    func headersBegan() { answer = HTTP2Response(status: 0) }

    func append(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
        _ limits: HTTP2ClientLimits
    ) {
        headerListByteCount += name.count + value.count + 32
        guard headerListByteCount <= limits.maximumHeaderListByteCount else {
            isAnswerTooLarge = true
            return
        }
        let name = String(decoding: name, as: UTF8.self)
        let value = String(decoding: value, as: UTF8.self)
        if name == ":status" {
            answer.status = Int(value) ?? 0
        } else {
            answer.headers.append(HTTP2Header(name, value))
        }
    }

    func append(body bytes: UnsafeBufferPointer<UInt8>, _ limits: HTTP2ClientLimits) {
        guard answer.body.count + bytes.count <= limits.maximumResponseBodyByteCount else {
            isAnswerTooLarge = true
            return
        }
        answer.body.append(contentsOf: bytes)
    }
}
