// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

// What nghttp2 reports of the frames that come.
extension HTTP2ClientSession {
    static func setCallbacks(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ClientSession.session(context).headersBegan(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, _, name, nameCount, value, valueCount, _, context in
            let session = HTTP2ClientSession.session(context)
            session.current?.append(
                name: UnsafeBufferPointer(start: name, count: nameCount),
                value: UnsafeBufferPointer(start: value, count: valueCount), session.limits)
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) {
            _, _, streamID, bytes, count, context in
            HTTP2ClientSession.session(context).bodyCame(
                streamID, UnsafeBufferPointer(start: bytes, count: count))
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, context in
            guard let frame else { return 0 }
            HTTP2ClientSession.session(context).frameCame(frame)
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) {
            _, streamID, errorCode, context in
            let session = HTTP2ClientSession.session(context)
            if let stream = session.stream(streamID) { session.streamClosed(stream, errorCode) }
            return 0
        }
        nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks) {
            _, _, code, context in
            HTTP2ClientSession.session(context).complain(of: code)
            return 0
        }
        nghttp2_session_callbacks_set_error_callback2(callbacks) { _, _, words, count, context in
            guard let words else { return 0 }
            HTTP2ClientSession.session(context).complaint = String(
                decoding: UnsafeRawBufferPointer(start: words, count: count), as: UTF8.self)
            return 0
        }
    }

    private static func session(_ context: UnsafeMutableRawPointer?) -> HTTP2ClientSession {
        CallbackContext.object(HTTP2ClientSession.self, from: context)
    }

    private func stream(_ id: Int32) -> ClientStream? {
        nghttp2_session_get_stream_user_data(transport.session, id).map {
            CallbackContext.object(ClientStream.self, from: $0)
        }
    }

    private func headersBegan(_ frame: UnsafePointer<nghttp2_frame>) {
        current = nil
        guard let stream = stream(FrameHeader(frame).streamID) else { return }
        // A block after the first is trailers, or the real answer after an interim one.
        if FrameHeader.category(frame) == NGHTTP2_HCAT_RESPONSE || stream.answer.isInterim {
            stream.headersBegan()
            current = stream
        }
    }

    private func bodyCame(_ streamID: Int32, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard let stream = stream(streamID), !stream.isAnswerTooLarge else { return }
        stream.append(body: bytes, limits)
        giveUpIfTooLarge(stream)
    }

    private func frameCame(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = FrameHeader(frame)
        receivedFrameCount &+= 1
        if header.isHeaders || header.isData {
            guard let stream = stream(header.streamID) else { return }
            if header.isHeaders { giveUpIfTooLarge(stream) }
            if header.endsStream { stream.isAnswerComplete = true }
        } else if header.isSettings {
            if !header.isAck { settingsCame() }
        } else if header.isGoAway {
            let goAway = UnsafeRawPointer(frame).load(as: nghttp2_goaway.self)
            let debug = UnsafeBufferPointer(
                start: goAway.opaque_data, count: goAway.opaque_data_len)
            goAwayCame(goAway.error_code, Array(debug))
        }
    }

    private func giveUpIfTooLarge(_ stream: ClientStream) {
        guard stream.isAnswerTooLarge else { return }
        nghttp2_submit_rst_stream(
            transport.session, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream.id,
            UInt32(NGHTTP2_CANCEL.rawValue))
    }
}
