// SPDX-License-Identifier: Apache-2.0
import CEvent

/// The way back to who made a request of an ``HTTPServer``.
///
/// Loop thread only. A reply that is dropped unanswered answers 500 by itself.
package final class HTTPReply {
    /// evhttp's request; nil once it is answered, or the server has closed.
    private var request: OpaquePointer?
    private unowned let server: HTTPServer

    init(_ request: OpaquePointer, server: HTTPServer) {
        self.request = request
        self.server = server
    }

    deinit { respond(status: 500) }

    /// Answers, once; later answers are dropped, as is one to a client that has gone.
    ///
    /// Header names and values without line ends; content-length is evhttp's affair.
    package func respond(
        status: Int, headers: [(String, String)] = [], body: [UInt8] = []
    ) {
        guard let request else { return }
        self.request = nil
        let output = evhttp_request_get_output_headers(request)
        for (name, value) in headers { evhttp_add_header(output, name, value) }
        let buffer = evbuffer_new()
        evbuffer_add(buffer, body, body.count)
        evhttp_send_reply(request, Int32(status), nil, buffer)
        evbuffer_free(buffer)
        server.replied(self)
    }

    /// The server goes, and the request with it.
    func letGo() { request = nil }
}
