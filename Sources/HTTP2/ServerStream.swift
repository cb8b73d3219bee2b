// SPDX-License-Identifier: Apache-2.0

/// A request as it comes in, and its answer as it goes out.
final class ServerStream {
    /// How far the request has come.
    enum Progress {
        case receiving
        /// The session's owner has the request, or was spared it.
        case delivered
    }

    let startedAt: Int64
    var progress = Progress.receiving
    var hasRequestEnded = false
    var isHeaderListTooLarge = false
    /// Lives as long as nghttp2 may fetch from it.
    var answer: OutgoingBody?
    var isAnswered = false
    var hasAnswerLeft = false
    private var request: HTTP2Request
    private var headerListByteCount = 0
    private var fieldCount = 0

    init(id: Int32, at now: Int64) {
        startedAt = now
        request = HTTP2Request(streamID: id, method: "", path: "", scheme: "")
    }

    /// The request; its parts are let go here.
    func takeRequest(_ limits: HTTP2Limits) -> HTTP2Request {
        progress = .delivered
        request.isBodyTooLarge = request.bodyByteCount > limits.maximumBodyByteCount
        defer {
            request.headers = []
            request.body = []
        }
        return request
    }

    var bodyByteCount: Int { request.bodyByteCount }

    func append(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>, _ limits: HTTP2Limits
    ) {
        fieldCount += 1
        headerListByteCount += name.count + value.count + 32
        guard headerListByteCount <= limits.maximumHeaderListByteCount,
            fieldCount <= limits.maximumHeaderCount
        else {
            isHeaderListTooLarge = true
            return
        }
        let text = String(decoding: value, as: UTF8.self)
        guard name.count > 1, name[0] == UInt8(ascii: ":") else {
            if request.headers.isEmpty { request.headers.reserveCapacity(12) }
            request.headers.append(HTTP2Header(String(decoding: name, as: UTF8.self), text))
            return
        }
        // nghttp2 lets no others through, so that a letter tells them apart.
        switch name[1] {
        case UInt8(ascii: "m"): request.method = text
        case UInt8(ascii: "p"): request.path = text
        case UInt8(ascii: "s"): request.scheme = text
        case UInt8(ascii: "a"): request.authority = text
        default: break
        }
    }

    func append(body bytes: UnsafeBufferPointer<UInt8>, _ limits: HTTP2Limits) {
        request.bodyByteCount += bytes.count
        guard progress == .receiving else { return }
        let room = limits.maximumBodyByteCount + 1 - request.body.count
        request.body.append(contentsOf: bytes.prefix(max(0, room)))
    }
}
