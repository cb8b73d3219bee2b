// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
package import OCKNetworking
import PhoneCore
package import PhoneHost
import OCKWire
package import OCKStorage

/// The phone's two entrances: `app.sock` for apps, `control.sock` for its user (0600, in a folder
/// of 0700).
///
/// The entrance gives the role, whatever a peer says of itself. An app is known by the executable
/// that its process runs.
package final class PhoneSockets {
    /// Bytes that may wait for a person's tool: several full replies.
    ///
    /// One that does not read loses its connection.
    package static let userPendingByteCount = 1 << 20
    /// Bytes that may wait for an app.
    ///
    /// Over 4,000 of the largest pushes: an app that stands in a debugger gets them when it goes
    /// on.
    package static let appPendingByteCount = 32 << 20
    /// Tools that may be connected at once; a person has a handful.
    package static let userLimit = 64
    /// Processes of extensions that may be connected at once: a system runs a few of an app.
    package static let extensionLimit = 64

    /// Takes words on each peer that is refused at the door.
    package var onRefusal: ((String) -> Void)?

    private let loop: EventLoop
    private let host: PhoneHost
    private let directories: ExtensionHost?
    private let identify: (FileIdentity) -> BundleMember?
    private let paths: HomePaths
    private var listeners: [Listener] = []
    private var apps: [BundleID: SocketPeer] = [:]
    private var extensionCount = 0
    private var userCount = 0

    /// `identify` tells what of an installed app an executable is; without `directories` no call
    /// directory extension is let in.
    package init(
        loop: EventLoop,
        host: PhoneHost,
        directories: ExtensionHost? = nil,
        paths: HomePaths,
        identify: @escaping (FileIdentity) -> BundleMember?
    ) {
        self.loop = loop
        self.host = host
        self.directories = directories
        self.paths = paths
        self.identify = identify
    }

    /// Opens both sockets.
    ///
    /// What a phone that died has left is replaced.
    ///
    /// - Throws: Words: a phone runs already, the path is too long, the folder is not ours.
    package func open() throws(ServiceFailure) {
        var appLimits = ConnectionLimits()
        appLimits.maximumPendingByteCount = Self.appPendingByteCount
        var userLimits = ConnectionLimits()
        userLimits.maximumPendingByteCount = Self.userPendingByteCount
        try listen(paths.appSocket, appLimits) { [weak self] in self?.acceptApp($0) }
        try listen(paths.controlSocket, userLimits) { [weak self] in self?.acceptUser($0) }
    }

    /// Lets no one in any more; who is in stays.
    package func close() {
        for listener in listeners { listener.close() }
        listeners = []
    }

    private func listen(
        _ path: String,
        _ limits: ConnectionLimits,
        _ accept: @escaping (Connection) -> Void
    ) throws(ServiceFailure) {
        do {
            let listener = try Listener.unix(path: path, on: loop, limits: limits, onAccept: accept)
            listeners.append(listener)
            guard chmod(path, 0o600) == 0 else { throw FileError("closing \(path) to others") }
        } catch NetworkingError.alreadyRunning {
            throw ServiceFailure(
                "a phone is already running: it answers on \(path); end it first, or give this one "
                    + "a folder of its own with --home"
            )
        } catch {
            throw ServiceFailure("\(error)")
        }
    }

    // MARK: Apps

    private func acceptApp(_ connection: Connection) {
        do {
            let process = try PeerProcess(descriptor: connection.descriptor)
            let member = try identified(process)
            if case .callDirectory(let id) = member {
                return try admit(id, connection, process)
            }
            let peer = SocketPeer(connection, process: process, loop: loop)
            switch member {
            case .app(let bundle):
                try makeRoom(for: bundle)
                peer.session = host.connectApp(bundle: bundle, peer: peer)
                apps[bundle] = peer
            case .notificationExtension(let bundle, let canFilter):
                guard extensionCount < Self.extensionLimit else {
                    throw PeerRefusal.tooManyExtensions(Self.extensionLimit)
                }
                extensionCount += 1
                peer.session = host.connectExtension(
                    of: bundle, canFilter: canFilter, peer: peer)
            case .callDirectory: break
            }
            peer.watchProcess()
            listen(to: peer, member)
        } catch {
            refuse(connection, AppNotice.refused("\(error)"), "\(error)")
        }
    }

    /// A call directory extension has no session: its load is the extension host's.
    private func admit(
        _ id: ExtensionID, _ connection: Connection, _ process: PeerProcess
    ) throws(PeerRefusal) {
        guard let directories else { throw .noLoad(directory: id) }
        try directories.admit(id, connection, process) { [weak self] in
            self?.objection(to: process, .callDirectory(id))
        }
    }

    private func identified(_ process: PeerProcess) throws(PeerRefusal) -> BundleMember {
        guard let member = identify(try process.executable()) else {
            throw .notInstalled(executable: process.executablePath)
        }
        return member
    }

    /// An app has one process; one that has died, unnoticed so far, makes way.
    private func makeRoom(for bundle: BundleID) throws(PeerRefusal) {
        guard let present = apps[bundle], let process = present.process else { return }
        guard !process.isAlive else {
            throw .runsAlready(bundle: bundle, processID: process.processID)
        }
        ended(present, .app(bundle))
        present.connection.close()
    }

    private func listen(to peer: SocketPeer, _ member: BundleMember) {
        var isRecognised = false
        peer.connection.onBytes = { [weak self, weak peer] bytes in
            guard let self, let peer else { return }
            take(bytes, from: peer) { body, session in
                // Again with the first message: until then, another program may have taken the
                // process over.
                if !isRecognised, let words = self.objection(to: peer.process, member) {
                    self.onRefusal?(words)
                    self.host.refuse(session, words)
                    return
                }
                isRecognised = true
                self.host.receive(body, from: session)
            }
        }
        peer.connection.onClosed = { [weak self] _ in self?.ended(peer, member) }
    }

    private func objection(to process: PeerProcess?, _ member: BundleMember) -> String? {
        guard let process else { return nil }
        do throws(PeerRefusal) {
            guard identify(try process.executable()) == member else {
                throw .changed(executable: process.executablePath)
            }
            return nil
        } catch {
            return "\(error)"
        }
    }

    private func ended(_ peer: SocketPeer, _ member: BundleMember) {
        peer.stopWatching()
        switch member {
        case .app(let bundle): if apps[bundle] === peer { apps[bundle] = nil }
        case .notificationExtension: if peer.session != nil { extensionCount -= 1 }
        // Its connection was never a session of the host's.
        case .callDirectory: break
        }
        if let session = peer.session { host.disconnected(session) }
        peer.session = nil
    }

    // MARK: Users

    private func acceptUser(_ connection: Connection) {
        do {
            _ = try PeerProcess(descriptor: connection.descriptor)
        } catch {
            refuse(connection, UserNotice.refused("\(error)"), "\(error)")
            return
        }
        guard userCount < Self.userLimit else {
            let words = "\(Self.userLimit) tools are connected already: end some"
            refuse(connection, UserNotice.refused(words), words)
            return
        }
        userCount += 1
        let peer = SocketPeer(connection, process: nil, loop: loop)
        peer.session = host.connectUser(peer: peer)
        connection.onBytes = { [weak self, weak peer] bytes in
            guard let self, let peer else { return }
            take(bytes, from: peer) { body, session in self.host.receive(body, from: session) }
        }
        connection.onClosed = { [weak self] _ in
            self?.userCount -= 1
            if let session = peer.session { self?.host.disconnected(session) }
        }
    }

    // MARK: Both

    private func take(
        _ bytes: UnsafeRawBufferPointer,
        from peer: SocketPeer,
        _ body: ([UInt8], SessionID) -> Void
    ) {
        guard let session = peer.session else { return }
        do {
            try peer.take(bytes) { body($0, session) }
        } catch {
            host.refuse(session, "\(error)")
        }
    }

    private func refuse(_ connection: Connection, _ notice: some Encodable, _ words: String) {
        onRefusal?(words)
        if let bytes = try? MessageCoder.frame(notice) { connection.send(bytes) }
        // Nobody else holds it; its callbacks are dropped when it has closed.
        connection.onClosed = { _ in withExtendedLifetime(connection) {} }
        connection.closeAfterFlush()
    }
}
