// SPDX-License-Identifier: Apache-2.0
import CNghttp2

/// The common start of nghttp2's frames, read without copying the whole union.
struct FrameHeader {
    let streamID: Int32
    private let type: UInt8
    private let flags: UInt8

    init(_ frame: UnsafePointer<nghttp2_frame>) {
        let header = UnsafeRawPointer(frame).load(as: nghttp2_frame_hd.self)
        streamID = header.stream_id
        type = header.type
        flags = header.flags
    }

    var isHeaders: Bool { type == UInt8(NGHTTP2_HEADERS.rawValue) }
    var isData: Bool { type == UInt8(NGHTTP2_DATA.rawValue) }
    var isSettings: Bool { type == UInt8(NGHTTP2_SETTINGS.rawValue) }
    var isGoAway: Bool { type == UInt8(NGHTTP2_GOAWAY.rawValue) }
    var isReset: Bool { type == UInt8(NGHTTP2_RST_STREAM.rawValue) }
    var isAck: Bool { flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 }

    /// Whether the sender's side of the stream ends with this frame.
    var endsStream: Bool {
        (isHeaders || isData) && flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    }

    /// Which kind of header block a HEADERS frame carries.
    static func category(_ frame: UnsafePointer<nghttp2_frame>) -> nghttp2_headers_category {
        UnsafeRawPointer(frame).load(as: nghttp2_headers.self).cat
    }

    /// Why a RST_STREAM frame resets its stream.
    static func resetCode(_ frame: UnsafePointer<nghttp2_frame>) -> nghttp2_error_code {
        nghttp2_error_code(
            rawValue: UnsafeRawPointer(frame).load(as: nghttp2_rst_stream.self).error_code)
    }
}
