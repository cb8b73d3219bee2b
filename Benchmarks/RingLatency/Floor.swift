// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKHTTP2
import OCKNetworking

/// What a ring cannot be faster than: the same ways, with nothing done on them.
final class Floor {
    private let stage: Stage
    private let session: HTTP2ClientSession
    private let echo: Echo

    /// Starts nghttpd with a certificate of its own, and connects to it.
    init(_ stage: Stage) throws {
        self.stage = stage
        let key = "\(stage.home)/floor-key.pem"
        let certificate = "\(stage.home)/floor.pem"
        let making = try Child.spawn(
            [
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
                certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
                "subjectAltName=DNS:localhost",
            ], output: nil)
        guard waitpid(making, nil, 0) == making, let pem = contents(certificate) else {
            throw Trouble("openssl makes no certificate for nghttpd")
        }
        let root = "\(stage.home)/root"
        mkdir(root, 0o700)
        close(open("\(root)/push", O_CREAT | O_WRONLY, 0o600))
        let port = try freePort(stage.loop)
        try stage.startOther(["nghttpd", "-d", root, String(port), key, certificate])
        let tls = try TLSContext.client(caPEM: pem, alpn: ["h2"])
        session = try Self.connect(stage, port: port, tls: tls)
        echo = try Echo()
    }

    /// One request and its answer, then one byte there and back.
    func measure(_ body: [UInt8]) throws -> Int64 {
        let start = EventLoop.monotonicNanoseconds()
        try Self.ask(stage, session, path: "/push", body: body)
        try echo.measure()
        return EventLoop.monotonicNanoseconds() - start
    }

    /// One start of an empty program, to its end.
    func measureStart() throws -> Int64 {
        let start = EventLoop.monotonicNanoseconds()
        let child = try Child.spawn([stage.program("EmptyProgram")], output: nil)
        while waitpid(child, nil, 0) < 0, errno == EINTR {}
        return EventLoop.monotonicNanoseconds() - start
    }

    private static func ask(
        _ stage: Stage, _ session: HTTP2ClientSession, path: String, body: [UInt8]
    ) throws {
        var outcome: Result<HTTP2Response, HTTP2Error>?
        session.request(method: "POST", path: path, body: body) { [loop = stage.loop] in
            outcome = $0
            loop.stop()
        }
        try stage.wait(for: "nghttpd's answer") { outcome != nil }
        _ = try outcome?.get()
    }

    /// nghttpd does not say when it is ready, so this asks until it answers.
    private static func connect(
        _ stage: Stage, port: UInt16, tls: TLSContext
    ) throws -> HTTP2ClientSession {
        for _ in 0..<200 {
            let connection = Connection.connect(
                host: "localhost", port: port, on: stage.loop, tls: tls)
            let session = HTTP2ClientSession(
                connection: connection, loop: stage.loop, authority: "localhost")
            if (try? ask(stage, session, path: "/push", body: [1])) != nil { return session }
            var isOver = false
            let timer = stage.loop.timer { [loop = stage.loop] in
                isOver = true
                loop.stop()
            }
            timer.arm(after: .milliseconds(20))
            try stage.wait(for: "a moment") { isOver }
        }
        throw Trouble("nghttpd does not answer; is Debian's nghttp2-server installed?")
    }
}

/// A thread that sends back each byte that it gets over a Unix socket.
private final class Echo {
    private let near: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
            throw Trouble("cannot make a socket pair")
        }
        near = ends[0]
        var thread = pthread_t()
        let far = UnsafeMutableRawPointer(bitPattern: Int(ends[1]))
        pthread_create(
            &thread, nil,
            { far in
                let socket = Int32(Int(bitPattern: far))
                var byte: UInt8 = 0
                while read(socket, &byte, 1) == 1, write(socket, &byte, 1) == 1 {}
                return nil
            }, far)
        pthread_detach(thread)
    }

    deinit { close(near) }

    func measure() throws {
        var byte: UInt8 = 1
        guard write(near, &byte, 1) == 1, read(near, &byte, 1) == 1 else {
            throw Trouble("the echo has gone")
        }
    }
}

func contents(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    return count > 0 ? Array(bytes[..<count]) : nil
}

/// A port that was free a moment ago.
private func freePort(_ loop: EventLoop) throws -> UInt16 {
    let listener = try Listener.tcp(host: "127.0.0.1", port: 0, on: loop) { _ in }
    defer { listener.close() }
    return listener.port
}
