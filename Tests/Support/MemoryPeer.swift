// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore
package import PhoneHost
import OCKWire

/// The far end of a session that a test reads and speaks for.
package final class MemoryPeer: HostPeer {
    package private(set) var bodies: [[UInt8]] = []
    package private(set) var isClosed = false
    package private(set) var isTerminated = false
    /// Set by ``PhoneHost/connectApp(bundle:peer:)`` and its sibling through the helpers below.
    package var session = SessionID(0)
    private var readCount = 0

    package init() {}

    package func send(_ frameBody: [UInt8]) { bodies.append(frameBody) }
    package func close() { isClosed = true }
    package func terminate() { isTerminated = true }

    /// What the host has said to an app since the last call.
    package func appNotices() throws -> [AppNotice] { try take(AppNotice.self) }

    /// What the host has said to a person's tool since the last call.
    package func userNotices() throws -> [UserNotice] { try take(UserNotice.self) }

    private func take<Notice: Decodable>(_ type: Notice.Type) throws -> [Notice] {
        let fresh = bodies[readCount...]
        readCount = bodies.count
        return try fresh.map { try MessageCoder.decode(type, from: $0) }
    }
}

extension PhoneHost {
    /// Connects an app's process and says its hello.
    package func connectedApp(_ bundle: BundleID) throws -> MemoryPeer {
        let peer = MemoryPeer()
        peer.session = connectApp(bundle: bundle, peer: peer)
        try hear(.hello(version: protocolVersion), from: peer)
        return peer
    }

    /// Connects a person's tool and says its hello.
    package func connectedUser() throws -> MemoryPeer {
        let peer = MemoryPeer()
        peer.session = connectUser(peer: peer)
        try hear(.hello(version: protocolVersion), id: 0, from: peer)
        return peer
    }

    /// Takes an app's message as its process would send it.
    package func hear(_ request: AppRequest, from peer: MemoryPeer) throws {
        receive(try MessageCoder.encode(request), from: peer.session)
    }

    /// Takes a person's message likewise.
    package func hear(_ request: UserRequest, id: Int, from peer: MemoryPeer) throws {
        let message = UserMessage(id: RequestID(id), request: request)
        receive(try MessageCoder.encode(message), from: peer.session)
    }
}
