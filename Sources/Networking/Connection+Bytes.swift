// SPDX-License-Identifier: Apache-2.0
import Glibc

// How bytes come and go: between the socket, TLS and the connection's owner.
extension Connection {
    // MARK: Out

    /// Sends bytes of an open connection, through TLS where it is used.
    func transmit(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        guard let channel else { return pass(on: bytes) }
        var rest = bytes
        while !rest.isEmpty {
            guard case .done(let byteCount) = channel.write(rest) else {
                // What was written before must not go out on the loop's next connection.
                pass(on: loop.tlsBuffers.takeOutput())
                return breakLater(EPROTO)
            }
            rest = UnsafeRawBufferPointer(rebasing: rest[byteCount...])
            // Several short records leave together, long ones one by one.
            if rest.isEmpty || loop.tlsBuffers.outputByteCount > EventLoop.readByteCount / 2 {
                pass(on: loop.tlsBuffers.takeOutput())
            }
        }
    }

    private func pass(on bytes: UnsafeRawBufferPointer) {
        guard let number = socket?.send(bytes), number != 0 else { return }
        breakLater(number)
    }

    /// A socket that takes no more may still hold what the peer said last, which is read first.
    private func breakLater(_ number: Int32) {
        loop.later { [self] in
            guard state != .closed else { return }
            readable()
            finish(errorReason(number))
        }
    }

    /// The socket takes bytes again.
    func writable() {
        guard let number = socket?.sendWaiting() else { return }
        guard number == 0 else { return finish(errorReason(number)) }
        guard pendingByteCount == 0 else { return }
        switch state {
        case .open: onDrained()
        case .flushing: awaitPeersEnd()
        case .connecting, .handshaking, .lingering, .closed: break
        }
    }

    /// The peer has taken nothing for too long.
    func stalled() { finish(isClosed ? farewell : .tooSlow) }

    // MARK: In

    /// The socket has bytes, or its end.
    func readable() {
        guard let socket else { return }
        let buffer = channel == nil ? loop.readBuffer : loop.tlsBuffers.received
        let count = recv(socket.descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            if channel == nil { plainCame(bytes) } else { recordsCame(bytes) }
        } else if count == 0 {
            finish(endReason)
        } else if errno != EAGAIN, errno != EINTR {
            finish(errorReason(errno))
        }
    }

    private func plainCame(_ bytes: UnsafeRawBufferPointer) {
        // Closing: what still comes is dropped.
        if state == .open { onBytes(bytes) }
    }

    /// Takes all of `records`, which lie in a buffer of the loop.
    private func recordsCame(_ records: UnsafeRawBufferPointer) {
        var rest = records
        if state == .handshaking { shakeHands(&rest) }
        while state == .open, let channel {
            switch channel.read(&rest, into: loop.readBuffer) {
            case .done(let byteCount):
                // The owner may write to other connections, which share the buffer.
                pass(on: loop.tlsBuffers.takeOutput())
                onBytes(UnsafeRawBufferPointer(rebasing: loop.readBuffer[..<byteCount]))
            case .needsMore:
                // A key update is answered at once.
                return pass(on: loop.tlsBuffers.takeOutput())
            case .ended: return finish(endReason)
            case .failed(let code):
                socket?.sendOnce(loop.tlsBuffers.takeOutput())
                return finish(errorReason(EPROTO, tlsCode: code))
            }
        }
    }

    /// Takes the handshake a step further.
    func shakeHands(_ records: inout UnsafeRawBufferPointer) {
        guard let channel else { return }
        let outcome = channel.handshake(&records)
        pass(on: loop.tlsBuffers.takeOutput())
        switch outcome {
        case .done: becomeReady { tellReady() }
        case .needsMore: break
        case .ended: finish(endReason)
        case .failed(let code): refuse(errorReason(EPROTO, tlsCode: code))
        }
    }
}
