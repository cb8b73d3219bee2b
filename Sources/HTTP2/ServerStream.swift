// SPDX-License-Identifier: Apache-2.0
import OCKNetworking

/// A request as it comes in, and its answer as it goes out.
///
/// Streams are used again, with all their memory: ``prepare(id:at:)`` makes a new one of an old.
final class ServerStream {
    /// How far the request has come.
    enum Progress {
        case receiving
        /// The session's owner has the request, or was spared it.
        case delivered
    }

    /// Checked by nobody at run time: only this object's own methods change it, and they call
    /// nobody back meanwhile.
    @exclusivity(unchecked) private(set) var request = HTTP2Request(streamID: 0)
    private(set) var progress = Progress.receiving
    /// When it began; once it is answered, when that was.
    private(set) var since: Int64 = 0
    /// Whether the header block has come in whole.
    var hasHead = false
    var hasRequestEnded = false
    private(set) var isHeaderListTooLarge = false
    /// Unchecked at run time like the request, and for its reason.
    @exclusivity(unchecked) private(set) var check = RequestCheck()
    private(set) var isAnswered = false
    var hasAnswerLeft = false
    private var headerListByteCount = 0
    private var fieldCount = 0
    /// The neighbours in the session's list, which owns this stream.
    var previous: Unmanaged<ServerStream>?
    var next: Unmanaged<ServerStream>?

    /// The answer, which lives as long as nghttp2 may fetch from it.
    private var prepared: PreparedAnswer?
    private var answerBody: [UInt8] = []
    private var answerOffset = 0
    /// The values of a prepared answer that differ each time; nghttp2 reads them here.
    let values: UnsafeMutablePointer<UInt8>

    init() {
        let byteCount = PreparedAnswer.maximumVariableCount * PreparedAnswer.maximumValueByteCount
        values = .allocate(capacity: byteCount)
        values.initialize(repeating: 0, count: byteCount)
        request.head.reserveCapacity()
    }

    deinit { values.deallocate() }

    var id: Int32 { request.streamID }
    var bodyByteCount: Int { request.bodyByteCount }

    /// Begins anew.
    func prepare(id: Int32, at now: Int64) {
        request.streamID = id
        request.head.removeAll()
        request.body.removeAll(keepingCapacity: true)
        request.bodyByteCount = 0
        request.isBodyTooLarge = false
        progress = .receiving
        since = now
        hasHead = false
        hasRequestEnded = false
        isHeaderListTooLarge = false
        isAnswered = false
        hasAnswerLeft = false
        headerListByteCount = 0
        fieldCount = 0
        check = RequestCheck()
        answerOffset = 0
    }

    /// Ends the waiting for a stream that is reset.
    func giveUp(at now: Int64) {
        hasRequestEnded = true
        progress = .delivered
        isAnswered = true
        since = now
    }

    /// Lets go of the answer, which may be long, when nghttp2 has closed the stream.
    func retire() {
        prepared = nil
        if !answerBody.isEmpty { answerBody = [] }
    }

    // MARK: The request

    /// Marks the request as delivered.
    func markDelivered(_ context: HTTP2ServerContext) {
        progress = .delivered
        request.isBodyTooLarge = request.bodyByteCount > context.limits.maximumBodyByteCount
    }

    /// Counts and checks a header field that comes; false if it is beyond the limits.
    func admits(
        name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>,
        _ context: HTTP2ServerContext
    ) -> Bool {
        check.take(name: name, value: value)
        headerListByteCount += name.count + value.count + 32
        fieldCount += 1
        guard headerListByteCount <= context.limits.maximumHeaderListByteCount,
            fieldCount <= context.limits.maximumHeaderCount
        else {
            isHeaderListTooLarge = true
            return false
        }
        return true
    }

    /// Whether so much more comes than is allowed that reading on would be work for nothing.
    func isHeaderListFlood(_ context: HTTP2ServerContext) -> Bool {
        headerListByteCount > 8 * context.limits.maximumHeaderListByteCount
    }

    /// Takes the fields that were collected for it.
    func takeFields(_ context: HTTP2ServerContext) { context.headers.move(to: &request.head) }

    func append(body bytes: UnsafeBufferPointer<UInt8>, _ context: HTTP2ServerContext) {
        request.bodyByteCount += bytes.count
        guard progress == .receiving else { return }
        let room = context.limits.maximumBodyByteCount + 1 - request.body.count
        guard room > 0 else { return }
        request.body.append(contentsOf: UnsafeBufferPointer(rebasing: bytes.prefix(room)))
    }

    // MARK: The answer

    /// Takes an answer; only the first counts.
    func answer(_ prepared: PreparedAnswer?, body: [UInt8], at now: Int64) {
        isAnswered = true
        progress = .delivered
        since = now
        self.prepared = prepared
        if !body.isEmpty { answerBody = body }
    }

    var hasAnswerBody: Bool { !answerBody.isEmpty || prepared.map { !$0.body.isEmpty } ?? false }

    /// Copies the next piece of the answer's body, and says whether it was the last.
    func copyAnswerBody(
        to buffer: UnsafeMutableRawBufferPointer
    ) -> (byteCount: Int, isLast: Bool) {
        if let prepared { return copy(prepared.body, to: buffer) }
        return answerBody.withUnsafeBytes { copy($0, to: buffer) }
    }

    private func copy(
        _ body: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer
    ) -> (byteCount: Int, isLast: Bool) {
        let end = min(body.count, answerOffset + buffer.count)
        let piece = UnsafeRawBufferPointer(rebasing: body[answerOffset..<end])
        buffer.copyMemory(from: piece)
        answerOffset = end
        return (piece.count, end == body.count)
    }
}
