// SPDX-License-Identifier: Apache-2.0
import CNghttp2
import OCKNetworking

/// What the server sessions of one loop share: their limits, and memory that is used again.
///
/// With it a request whose receiver keeps nothing costs no allocation. Loop thread only; the
/// sessions keep it as long as they live.
package final class HTTP2ServerContext {
    package let limits: HTTP2Limits
    /// ``HTTP2Limits/requestTimeout``, as each request needs it.
    let requestNanoseconds: Int64
    private let memory = SessionMemory()
    private let callbacks: OpaquePointer?
    private let option: OpaquePointer?
    /// The header block that is just being read; unchecked at run time, as it is touched for each
    /// field, and calls nobody back.
    @exclusivity(unchecked) var headers: HeaderCollector
    /// The first of a chain, which owns them.
    private var spareStreams: Unmanaged<ServerStream>?
    private var spareStreamCount = 0

    /// Streams that wait to be used again, with the room of an ordinary push each.
    private static let maximumSpareStreamCount = 4_096

    package init(limits: HTTP2Limits = HTTP2Limits()) {
        self.limits = limits
        requestNanoseconds = limits.requestTimeout.nanoseconds
        headers = HeaderCollector(limits)
        var callbacks: OpaquePointer?
        nghttp2_session_callbacks_new(&callbacks)
        HTTP2ServerSession.setCallbacks(callbacks)
        self.callbacks = callbacks

        var option: OpaquePointer?
        nghttp2_option_new(&option)
        nghttp2_option_set_no_closed_streams(option, 1)
        // RequestCheck has these rules.
        nghttp2_option_set_no_http_messaging(option, 1)
        nghttp2_option_set_max_settings(option, 32)
        nghttp2_option_set_max_continuations(option, limits.maximumContinuationCount)
        // Our own count of resets comes before nghttp2's, and says what it is about.
        nghttp2_option_set_stream_reset_rate_limit(
            option, UInt64(2 * limits.resetBurstCount), UInt64(limits.resetsPerSecond))
        self.option = option
    }

    deinit {
        nghttp2_session_callbacks_del(callbacks)
        nghttp2_option_del(option)
        headers.free()
        while takeSpare() != nil {}
    }

    /// A new session that calls back with `owner`, whose owner frees it.
    func makeSession(for owner: UnsafeMutableRawPointer) -> OpaquePointer? {
        var session: OpaquePointer?
        memory.makeSession { functions in
            nghttp2_session_server_new3(&session, callbacks, owner, option, functions)
        }
        return session
    }

    // MARK: Streams

    func takeStream(id: Int32, at now: Int64) -> ServerStream {
        let stream = takeSpare() ?? ServerStream()
        stream.prepare(id: id, at: now)
        return stream
    }

    func giveBack(_ stream: ServerStream) {
        stream.retire()
        guard spareStreamCount < Self.maximumSpareStreamCount else { return }
        spareStreamCount += 1
        stream.next = spareStreams
        spareStreams = .passRetained(stream)
    }

    private func takeSpare() -> ServerStream? {
        guard let stream = spareStreams?.takeRetainedValue() else { return nil }
        spareStreamCount -= 1
        spareStreams = stream.next
        stream.next = nil
        return stream
    }
}
