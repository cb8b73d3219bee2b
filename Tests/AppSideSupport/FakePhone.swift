// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch
package import PhoneLink
import OCKWire

/// Which of the two links a test runs over.
package enum FakeLink: String, CaseIterable, Sendable, CustomStringConvertible {
    case inProcess
    case socket

    package var description: String { rawValue }
}

/// The other end of a session: it notes what an app sends and answers as a test scripts it.
///
/// It has no rules of its own.
package final class FakePhone: @unchecked Sendable {
    // Sendable because `state` is locked and `transport` is constant.
    package typealias Script = @Sendable (AppRequest) -> [AppNotice]

    private struct State {
        var requests: [AppRequest] = []
        var script: Script
        var hasEnded = false
    }

    private let transport: any Transport
    private let state: Locked<State>
    /// The app's end, to make a session of.
    package let appEnd: any Transport

    /// - Parameters:
    ///   - link: The link to make.
    ///   - script: What is said to each request but pings, which are answered always.
    /// - Throws: ``PhoneLink/LinkError`` where the system gives no socket pair.
    package init(_ link: FakeLink, script: @escaping Script = FakePhone.admitting) throws {
        state = Locked(State(script: script))
        switch link {
        case .inProcess:
            let pair = InProcessTransport.pair(
                appQueue: DispatchQueue(label: "app link"),
                phoneQueue: DispatchQueue(label: "phone link")
            )
            (appEnd, transport) = (pair.app, pair.phone)
        case .socket:
            let pair = try UnixSocket.pair()
            appEnd = SocketTransport(descriptor: pair.0)
            transport = SocketTransport(descriptor: pair.1)
        }
        transport.start(
            onFrame: { [self] in take($0) },
            onEnd: { [self] in state.withLock { $0.hasEnded = true } }
        )
    }

    /// Welcomes, begins providers, knows no calls, and says yes to everything.
    package static let admitting: Script = { request in
        switch request {
        case .hello: [.welcome(welcome)]
        case .registerProvider(let provider, _): [.providerBegan(provider)]
        case .observeCalls: [.calls([])]
        case .reportIncomingCall(let report): [.answered(report.request, nil)]
        case .requestTransaction(let id, let transaction):
            [.answered(id, nil), .perform(ProviderID(1), transaction)]
        case .setAudioSessionActive(let id, _): [.answered(id, nil)]
        default: []
        }
    }

    package static let welcome = AppWelcome(
        version: protocolVersion,
        bundle: "com.example.test",
        timeouts: ActionTimeouts()
    )

    /// What came, pings and the hello left out, in order.
    package var requests: [AppRequest] {
        state.withLock { state in
            state.requests.filter {
                switch $0 {
                case .hello, .ping: false
                default: true
                }
            }
        }
    }

    /// All that came, pings too.
    package var everything: [AppRequest] { state.withLock { $0.requests } }

    /// Whether the app's end was closed.
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Answers the requests to come in another way.
    package func follow(_ script: @escaping Script) { state.withLock { $0.script = script } }

    /// Says something unasked.
    package func say(_ notices: AppNotice...) { say(notices) }

    /// Goes away.
    package func hangUp() { transport.close() }

    /// Sends bytes that may be no message.
    package func sendRaw(_ body: [UInt8]) throws { try transport.send(body) }

    private func say(_ notices: [AppNotice]) {
        for notice in notices {
            guard let body = try? MessageCoder.encode(notice) else { continue }
            try? transport.send(body)
        }
    }

    private func take(_ body: [UInt8]) {
        guard let request = try? MessageCoder.decode(AppRequest.self, from: body) else { return }
        let script = state.withLock { state in
            state.requests.append(request)
            return state.script
        }
        if case .ping(let number) = request {
            say([.pong(number)])
        } else {
            say(script(request))
        }
    }
}
