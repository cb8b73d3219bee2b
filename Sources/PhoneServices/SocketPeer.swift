// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import PhoneCore
import PhoneHost
import OCKWire

/// One accepted connection as a peer of the host.
final class SocketPeer: HostPeer {
    /// How long a process that was told to end may take to say why, until it is killed.
    static let terminationGrace = Duration.seconds(2)

    let connection: Connection
    /// Nil for a person's tool.
    let process: PeerProcess?
    var session: SessionID?
    private let loop: EventLoop
    private let grace: Duration
    private var reader = FrameReader()
    private var killTimer: LoopTimer?
    private var deathWatch: DescriptorWatch?

    init(
        _ connection: Connection,
        process: PeerProcess?,
        loop: EventLoop,
        grace: Duration = terminationGrace
    ) {
        self.grace = grace
        self.connection = connection
        self.process = process
        self.loop = loop
    }

    func send(_ frameBody: [UInt8]) {
        do {
            connection.send(try frame(frameBody))
        } catch {
            preconditionFailure("the host made a body that is no frame: \(error)")
        }
    }

    func close() { connection.closeAfterFlush() }

    func terminate() {
        guard let process else {
            close()
            return
        }
        // The timer keeps this object until it fires: a process may close its socket and live on.
        let timer = loop.timer { [self] in
            process.kill()
            killTimer = nil
        }
        timer.arm(after: grace)
        killTimer = timer
    }

    /// Closes the connection when the process ends, though a child of it may hold the socket open.
    func watchProcess() {
        guard let process else { return }
        deathWatch = loop.watch(descriptor: process.descriptor) { [weak self] in
            self?.deathWatch?.cancel()
            self?.connection.close()
        }
    }

    /// The connection has closed.
    ///
    /// A process that was told to end still is killed if it does not.
    func stopWatching() {
        deathWatch?.cancel()
        deathWatch = nil
    }

    /// Gives each whole frame's body to `body`, which may close the connection.
    func take(
        _ bytes: UnsafeRawBufferPointer,
        _ body: ([UInt8]) -> Void
    ) throws(FrameError) {
        reader.append(bytes)
        while !connection.isClosed, let next = try reader.next() { body(next) }
    }
}
