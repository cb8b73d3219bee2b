// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

// What nghttp2 tells about the client's frames and ours.
//
// Some twenty of these calls make one request, so that they borrow the session instead of retaining
// it: nghttp2 calls back only inside calls that the session itself makes.
extension HTTP2ServerSession {
    static func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, context in
            guard let header else { return 0 }
            return HTTP2ServerSession.borrow(context) { $0.frameBegan(header.pointee) }
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            return HTTP2ServerSession.borrow(context) { $0.headersBegan(frame) }
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, _, name, nameCount, value, valueCount, _, context in
            HTTP2ServerSession.borrow(context) {
                $0.headerCame(
                    UnsafeBufferPointer(start: name, count: nameCount),
                    UnsafeBufferPointer(start: value, count: valueCount))
            }
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, streamID, bytes, count, context in
            HTTP2ServerSession.borrow(context) {
                $0.bodyCame(streamID, UnsafeBufferPointer(start: bytes, count: count))
            }
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            return HTTP2ServerSession.borrow(context) { $0.frameCame(FrameHeader(frame)) }
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            return HTTP2ServerSession.borrow(context) { $0.frameLeft(frame) }
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _, streamID, _, context in
            HTTP2ServerSession.borrow(context) { $0.streamClosed(streamID) }
        }
    }

    private static func borrow(
        _ context: UnsafeMutableRawPointer?, _ body: (HTTP2ServerSession) -> Int32
    ) -> Int32 {
        guard let context else { preconditionFailure("nghttp2 lost its context") }
        return Unmanaged<HTTP2ServerSession>.fromOpaque(context)._withUnsafeGuaranteedRef(body)
    }

    /// An open stream that was taken in.
    func stream(_ id: Int32) -> Unmanaged<ServerStream>? {
        if id == currentID { return current }
        guard let session = transport.session,
            let pointer = nghttp2_session_get_stream_user_data(session, id)
        else { return nil }
        return Unmanaged.fromOpaque(pointer)
    }

    /// After a close by the owner, nghttp2 delivers no more of the same chunk.
    private var goesOn: Int32 {
        connection.isClosed ? NGHTTP2_ERR_CALLBACK_FAILURE.rawValue : 0
    }

    // MARK: Requests

    private func frameBegan(_ header: nghttp2_frame_hd) -> Int32 {
        let type = UInt32(header.type)
        let flags = UInt32(header.flags)
        switch type {
        case NGHTTP2_HEADERS.rawValue, NGHTTP2_GOAWAY.rawValue:
            return 0
        case NGHTTP2_RST_STREAM.rawValue:
            countReset()
            return goesOn
        case NGHTTP2_DATA.rawValue where Self.hasUse(dataOfLength: header.length, flags):
            return 0
        default:
            guard !frameBudget.take(at: batchTime) else { return 0 }
            sendAway(
                NGHTTP2_ENHANCE_YOUR_CALM, "it floods with frames that ask for nothing")
            return goesOn
        }
    }

    /// Whether a DATA frame ends its stream, or is sure to have more than padding.
    private static func hasUse(dataOfLength length: Int, _ flags: UInt32) -> Bool {
        if flags & NGHTTP2_FLAG_END_STREAM.rawValue != 0 { return true }
        return length > (flags & NGHTTP2_FLAG_PADDED.rawValue == 0 ? 0 : 256)
    }

    /// Counts a stream that was reset, by the client or by us for a breach of the client's: its
    /// place is free at once, while the work for it goes on (CVE-2023-44487, CVE-2025-8671).
    private func countReset() {
        guard verdict == nil, !resetBudget.take(at: batchTime) else { return }
        let rate = context.limits.resetsPerSecond
        sendAway(
            NGHTTP2_ENHANCE_YOUR_CALM,
            "its requests are reset in a flood, of more than \(rate) a second")
    }

    /// Sends a client away at once that does harm; what it has open is not waited for.
    func sendAway(_ code: nghttp2_error_code, _ words: String) {
        if verdict == nil { verdict = .ruleBroken(words) }
        nghttp2_session_terminate_session(transport.session, UInt32(code.rawValue))
        transport.scheduleFlush()
    }

    private func headersBegan(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        current = nil
        currentID = 0
        guard FrameHeader.category(frame) == NGHTTP2_HCAT_REQUEST else { return 0 }
        let id = FrameHeader(frame).streamID
        // Until a GOAWAY has left, nghttp2 still takes streams that it disowns.
        guard id <= lastStreamID else { return 0 }
        switch streamLimit.verdict(openCount: streams.count) {
        case .allowed: break
        case .refused:
            reset(id, NGHTTP2_REFUSED_STREAM)
            return 0
        case .violation:
            let words = "it opened more streams than the \(streamLimit.inForce ?? 0) allowed"
            verdict = .ruleBroken(words)
            goAway(
                errorCode: UInt32(NGHTTP2_REFUSED_STREAM.rawValue),
                debug: context.limits.streamLimitFarewell)
            return 0
        }
        let stream = context.takeStream(id: id, at: batchTime)
        streams.append(stream)
        lastAcceptedID = id
        frameBudget.requestCame()
        let link = Unmanaged.passUnretained(stream)
        nghttp2_session_set_stream_user_data(transport.session, id, link.toOpaque())
        current = link
        currentID = id
        watch(by: batchTime + context.requestNanoseconds)
        return 0
    }

    /// Trailers have no current stream, and are passed over.
    private func headerCame(
        _ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>
    ) -> Int32 {
        current?._withUnsafeGuaranteedRef { stream in
            guard stream.admits(name: name, value: value, context) else {
                return stream.isHeaderListFlood(context) ? refuseHeaderFlood() : 0
            }
            context.headers.add(name: name, value: value)
            return 0
        } ?? 0
    }

    /// A byte of HPACK may stand for 4 KiB: what is far beyond the limit is not read to its end.
    private func refuseHeaderFlood() -> Int32 {
        sendAway(
            NGHTTP2_ENHANCE_YOUR_CALM,
            "its header list is many times the \(context.limits.maximumHeaderListByteCount) bytes "
                + "allowed")
        return NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
    }

    private func bodyCame(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard let stream = stream(streamID) else { return 0 }
        return stream._withUnsafeGuaranteedRef { stream in
            stream.append(body: bytes, context)
            guard stream.check.admits(bodyByteCount: stream.bodyByteCount, isWhole: false) else {
                return refuseMalformed(stream)
            }
            if stream.bodyByteCount > context.limits.maximumReceivedBodyByteCount {
                deliver(stream)
            }
            resetIfNeverEnding(stream)
            return goesOn
        }
    }

    private func frameCame(_ header: FrameHeader) -> Int32 {
        lastFrameAt = batchTime
        guard header.isHeaders || header.isData else {
            if header.isSettings, header.isAck { settingsAcknowledged() }
            return 0
        }
        guard let stream = stream(header.streamID) else { return 0 }
        return stream._withUnsafeGuaranteedRef { stream in
            let isTrailers = header.isHeaders && stream.hasHead
            if header.isHeaders {
                if !context.headers.isEmpty { stream.takeFields(context) }
                stream.hasHead = true
            }
            stream.hasRequestEnded = header.endsStream
            if isTrailers, !header.endsStream { return refuseMalformed(stream) }
            if header.isHeaders, !isTrailers {
                if stream.isHeaderListTooLarge {
                    respond(to: header.streamID, status: 431)
                } else if !stream.check.isComplete() {
                    return refuseMalformed(stream)
                }
            }
            guard header.endsStream else { return goesOn }
            guard stream.check.admits(bodyByteCount: stream.bodyByteCount, isWhole: true) else {
                return refuseMalformed(stream)
            }
            deliver(stream)
            return goesOn
        }
    }

    /// A malformed request ends its stream alone (RFC 9113 §8.1.1).
    private func refuseMalformed(_ stream: ServerStream) -> Int32 {
        guard stream.progress == .receiving else { return goesOn }
        stream.giveUp(at: batchTime)
        reset(stream.id, NGHTTP2_PROTOCOL_ERROR)
        return goesOn
    }

    private func deliver(_ stream: ServerStream) {
        guard stream.progress == .receiving else { return }
        stream.markDelivered(context)
        onRequest(self, stream.request)
    }

    private func settingsAcknowledged() {
        streamLimit.acknowledge()
        settingsDue = nil
        submitStreamLimit()
    }

    // MARK: Answers

    private func frameLeft(_ frame: UnsafePointer<nghttp2_frame>) -> Int32 {
        let header = FrameHeader(frame)
        if header.isGoAway { goAwayLeft(frame) }
        if header.isReset, FrameHeader.resetCode(frame) != NGHTTP2_NO_ERROR { countReset() }
        guard header.endsStream, let stream = stream(header.streamID) else { return 0 }
        stream._withUnsafeGuaranteedRef { stream in
            stream.hasAnswerLeft = true
            resetIfNeverEnding(stream)
        }
        return 0
    }

    /// A GOAWAY that is none of ours is nghttp2's answer to a breach of the protocol; its debug
    /// data says which.
    private func goAwayLeft(_ frame: UnsafePointer<nghttp2_frame>) {
        guard drainsSince == nil, verdict == nil else { return }
        let goAway = UnsafeRawPointer(frame).load(as: nghttp2_goaway.self)
        let debug = UnsafeBufferPointer(start: goAway.opaque_data, count: goAway.opaque_data_len)
        let name = String(cString: nghttp2_http2_strerror(goAway.error_code))
        let words = String(decoding: debug, as: UTF8.self)
        verdict = .ruleBroken(words.isEmpty ? name : "\(name), \(words)")
    }

    /// An answer may end before its request does, whose rest is not wanted (RFC 9113 §8.1).
    ///
    /// Some clients lose the answer in a reset, so that one comes only when the rest is very long.
    private func resetIfNeverEnding(_ stream: ServerStream) {
        guard stream.hasAnswerLeft, !stream.hasRequestEnded,
            stream.bodyByteCount > context.limits.maximumDiscardedBodyByteCount
        else { return }
        stream.hasRequestEnded = true
        reset(stream.id, NGHTTP2_NO_ERROR)
    }

    private func streamClosed(_ id: Int32) -> Int32 {
        guard let link = stream(id) else { return 0 }
        if id == currentID {
            context.headers.removeAll()
            current = nil
            currentID = 0
        }
        context.giveBack(streams.remove(link))
        return 0
    }
}
