// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKStorage
import OCKWire
import PhoneHost

/// An extension's connection from its beginning to its hello; then it leaves the loop.
///
/// Loop thread only. What comes after it belongs to the load's thread, which waits for nobody else.
final class ExtensionGreeting {
    /// How it has ended.
    enum Outcome {
        /// It said hello, and the line is the load's now.
        case greeted(ExtensionLine)
        /// It was refused in words, which it has been told.
        case refused(String)
        /// It has gone.
        case closed
    }

    private let connection: Connection
    private let process: PeerProcess
    /// Why the process is not what it was when it connected; nil while it is.
    private let objection: () -> String?
    private var onEnd: ((Outcome) -> Void)?
    private var reader = FrameReader()

    init(
        _ connection: Connection,
        process: PeerProcess,
        objection: @escaping () -> String?,
        onEnd: @escaping (Outcome) -> Void
    ) {
        self.connection = connection
        self.process = process
        self.objection = objection
        self.onEnd = onEnd
        connection.onBytes = { [weak self] in self?.take($0) }
        connection.onClosed = { [weak self] _ in self?.end(.closed) }
    }

    var processID: Int32 { process.processID }

    /// The load is over before it has begun.
    func refuse(_ words: String) {
        guard onEnd != nil else { return }
        if let bytes = try? MessageCoder.frame(DirectoryNotice.refused(words)) {
            connection.send(bytes)
        }
        connection.onClosed = { [connection] _ in withExtendedLifetime(connection) {} }
        connection.closeAfterFlush()
        end(.refused(words))
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
        do {
            reader.append(bytes)
            // Once only: what is behind the hello may be a batch, whose limit is another.
            guard onEnd != nil, let body = try reader.next() else { return }
            let request = try MessageCoder.decode(DirectoryRequest.self, from: body)
            guard case .hello(let version) = request else {
                return refuse("the first message must be hello with the protocol's version")
            }
            guard version == protocolVersion else {
                return refuse(
                    "this phone speaks version \(protocolVersion) of the protocol and the "
                        + "extension version \(version); build both from the same OpenCallKit")
            }
            if let words = objection() {
                // One that is ending already has no executable any more; how it ends says more.
                guard (try? process.executable()) != nil else {
                    connection.close()
                    return end(.closed)
                }
                return refuse(words)
            }
            try handOver()
        } catch {
            refuse("\(error)")
        }
    }

    private func handOver() throws(FileError) {
        let line = try ExtensionLine(
            socket: connection.descriptor, process: process, early: reader.rest)
        let end = onEnd
        onEnd = nil
        connection.close()
        end?(.greeted(line))
    }

    private func end(_ outcome: Outcome) {
        let end = onEnd
        onEnd = nil
        end?(outcome)
    }
}

/// The connection of an extension that has said hello, on its way to the load's thread.
final class ExtensionLine: Sendable {
    /// Does not block.
    let socket: Int32
    let processID: Int32
    /// Readable once the process has ended.
    let processEnd: Int32
    /// What came behind the hello.
    let early: [UInt8]

    /// Copies both descriptors.
    init(socket: Int32, process: PeerProcess, early: [UInt8]) throws(FileError) {
        self.socket = fcntl(socket, F_DUPFD_CLOEXEC, 3)
        guard self.socket >= 0 else { throw FileError("keeping the connection of an extension") }
        processEnd = fcntl(process.descriptor, F_DUPFD_CLOEXEC, 3)
        guard processEnd >= 0 else {
            close(self.socket)
            throw FileError("keeping the process of an extension")
        }
        processID = process.processID
        self.early = early
    }

    deinit {
        close(socket)
        close(processEnd)
    }
}
