// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import PhoneLink
import Testing
import OCKWire

@Suite struct UserSessionTests {
    /// A phone's end of a control socket that answers as scripted.
    private func session(
        secondsMax: Int = 30,
        _ script: @escaping @Sendable (UserMessage) -> [UserNotice]
    ) throws -> UserSession {
        let descriptors = try UnixSocket.pair()
        let phone = SocketTransport(descriptor: descriptors.1)
        phone.start(
            onFrame: { body in
                guard let message = try? MessageCoder.decode(UserMessage.self, from: body) else {
                    return
                }
                let notices = script(message)
                for notice in notices {
                    if let body = try? MessageCoder.encode(notice) { try? phone.send(body) }
                }
                if notices.isEmpty, message.id != RequestID(0) { phone.close() }
            },
            onEnd: {}
        )
        return try UserSession(
            descriptor: descriptors.0,
            path: "/phone",
            secondsMax: secondsMax
        )
    }

    @Test("Says hello, then gets the reply to each request")
    func requests() throws {
        let session = try session { message in
            switch message.request {
            case .hello: [.welcome(version: protocolVersion)]
            case .calls: [.reply(message.id, .calls([]))]
            default:
                // Of another request: passed over.
                [.reply(RequestID(99), .done), .reply(message.id, .failed("no call"))]
            }
        }
        #expect(try session.request(.calls) == .calls([]))
        #expect(try session.request(.act(.answer(nil))) == .failed("no call"))
    }

    @Test("A refusal is an error with the phone's words")
    func refused() {
        #expect(throws: LinkError.refused(path: "/phone", reason: "not yours")) {
            try session { _ in [.refused("not yours")] }
        }
    }

    @Test("A phone of another version is refused in words")
    func version() throws {
        let error = #expect(throws: LinkError.self) {
            try session { _ in [.welcome(version: protocolVersion + 1)] }
        }
        #expect(try #require(error).description.contains("version \(protocolVersion + 1)"))
    }

    @Test("A phone that ends before it answers is an error")
    func ended() throws {
        let session = try session { message in
            message.request == .hello(version: protocolVersion)
                ? [.welcome(version: protocolVersion)] : []
        }
        #expect(throws: LinkError.ended(path: "/phone")) { try session.request(.status) }
    }

    @Test("Where no phone listens, the error says how to start one")
    func noPhone() {
        #expect(throws: LinkError.noPhone(path: "/nonexistent/control.sock")) {
            try UserSession(path: "/nonexistent/control.sock")
        }
    }

    @Test("A request too large for a frame is an error")
    func tooLarge() throws {
        let session = try session { _ in [.welcome(version: protocolVersion)] }
        let path = String(repeating: "x", count: Limits.frameByteCount)
        #expect(throws: LinkError.self) {
            try session.request(.installApp(path: path, isLinked: false))
        }
    }
}
