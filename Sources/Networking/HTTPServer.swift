// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// A small HTTP/1.1 server for the own machine, over libevent's evhttp: metrics, a back end's door.
///
/// It listens on loopback addresses alone unless told otherwise, and then answers only requests
/// that name such a host: a web page in a browser of this machine could otherwise reach it through
/// a name of its own that leads here.
///
/// Loop thread only. evhttp answers by itself what it cannot read: a malformed request, one that is
/// too long, an unknown method.
package final class HTTPServer {
    /// The port in use, also when 0 was asked for.
    package let port: UInt16
    private let loop: EventLoop
    private let onRequest: (HTTPRequest, HTTPReply) -> Void
    private let isLoopbackOnly: Bool
    private var server: OpaquePointer?
    private var listener: OpaquePointer?
    /// The replies that are awaited; each takes itself out before it goes.
    private var pending: [ObjectIdentifier: Unmanaged<HTTPReply>] = [:]

    /// Listens on a TCP port; 0 takes any free one.
    ///
    /// `host` is a number or "localhost". `onRequest` gets each request whole, and may answer at
    /// once or later, once. A host beyond loopback is refused unless `allowsRemote`.
    /// - Throws: ``NetworkingError/portTaken(host:port:)``, `permissionDenied`, `hostNotFound`,
    ///   `notLoopback`.
    package static func listen(
        host: String = "127.0.0.1", port: UInt16, on loop: EventLoop,
        limits: HTTPServerLimits = HTTPServerLimits(), allowsRemote: Bool = false,
        onRequest: @escaping (HTTPRequest, HTTPReply) -> Void
    ) throws(NetworkingError) -> HTTPServer {
        guard let address = try SocketAddress.resolve(host: host, port: port).first else {
            throw .hostNotFound(host: host, reason: "no address")
        }
        guard allowsRemote || address.isLoopback else { throw .notLoopback(host: host) }
        let descriptor = try Socket.listen(at: address, host: host, port: port)
        return HTTPServer(
            descriptor: descriptor, isLoopbackOnly: address.isLoopback && !allowsRemote,
            loop: loop, limits: limits, onRequest: onRequest)
    }

    private init(
        descriptor: Int32, isLoopbackOnly: Bool, loop: EventLoop, limits: HTTPServerLimits,
        onRequest: @escaping (HTTPRequest, HTTPReply) -> Void
    ) {
        port = SocketAddress.localPort(of: descriptor)
        self.isLoopbackOnly = isLoopbackOnly
        self.loop = loop
        self.onRequest = onRequest
        server = evhttp_new(loop.base)
        precondition(server != nil, "libevent refuses an HTTP server")
        evhttp_set_max_headers_size(server, limits.maximumHeaderByteCount)
        evhttp_set_max_body_size(server, limits.maximumBodyByteCount)
        var timeout = timeval(limits.timeout)
        evhttp_set_timeout_tv(server, &timeout)
        evhttp_set_default_content_type(server, nil)
        let methods = HTTPRequest.methods.reduce(0) { $0 | $1.command.rawValue }
        evhttp_set_allowed_methods(server, UInt16(methods))
        evhttp_set_gencb(
            server,
            { request, context in
                CallbackContext.object(HTTPServer.self, from: context).requestCame(request)
            },
            CallbackContext.pointer(to: self))
        let bound = evhttp_accept_socket_with_handle(server, descriptor)
        precondition(bound != nil, "libevent refuses a listener")
        listener = evhttp_bound_socket_get_listener(bound)
        RestingListeners.look(after: listener)
    }

    deinit { close() }

    /// Stops listening, and closes all connections; replies that are still awaited lead nowhere.
    ///
    /// Never inside `onRequest`.
    package func close() {
        guard let server else { return }
        self.server = nil
        RestingListeners.forget(listener)
        listener = nil
        for reply in pending.values { reply.takeUnretainedValue().letGo() }
        pending = [:]
        evhttp_free(server)
    }

    // MARK: Requests

    private func requestCame(_ pointer: OpaquePointer?) {
        guard let pointer else { return }
        let request = HTTPRequest(pointer)
        let reply = HTTPReply(pointer, server: self)
        pending[ObjectIdentifier(reply)] = .passUnretained(reply)
        guard !isLoopbackOnly || Self.isLoopback(hostHeader: request.value(of: "host")) else {
            return reply.respond(
                status: 421, headers: [("content-type", "text/plain; charset=utf-8")],
                body: Array("this server answers to localhost alone\n".utf8))
        }
        onRequest(request, reply)
    }

    func replied(_ reply: HTTPReply) { pending[ObjectIdentifier(reply)] = nil }

    /// Whether a Host field names this machine; one without it comes from no browser.
    private static func isLoopback(hostHeader: String?) -> Bool {
        guard let host = hostHeader?.lowercased() else { return true }
        if host.hasPrefix("[::1]") { return true }
        let name = host.prefix { $0 != ":" }
        return name == "localhost" || SocketAddress.isLoopback(number: String(name))
    }
}
