// SPDX-License-Identifier: Apache-2.0
import COpenSSL
import Glibc

/// One connection's TLS: turns records into bytes and back, without a socket.
///
/// After each call ``TLSBuffers/takeOutput()`` has what must be sent. Its owner frees it.
struct TLSChannel {
    let ssl: OpaquePointer
    private let buffers: TLSBuffers

    /// How a step ended.
    enum Outcome: Equatable {
        case done(byteCount: Int)
        /// More records must come first.
        case needsMore
        /// The peer has said farewell.
        case ended
        /// OpenSSL's error code; an alert may be waiting to be sent.
        case failed(code: UInt)
    }

    /// What one SSL_write takes: the longest record.
    private static let recordByteCount = 16 * 1024

    /// A server name makes it a client.
    init(_ context: TLSContext, serverName: String?, buffers: TLSBuffers) {
        ssl = context.makeSSL(serverName: serverName)
        self.buffers = buffers
        buffers.serve(ssl)
        if serverName == nil { SSL_set_accept_state(ssl) } else { SSL_set_connect_state(ssl) }
    }

    func free() { SSL_free(ssl) }

    /// Goes on with the handshake, with what has come.
    func handshake(_ input: inout UnsafeRawBufferPointer) -> Outcome {
        ERR_clear_error()
        return outcome(buffers.reading(from: &input) { SSL_do_handshake(ssl) })
    }

    /// Decrypts what has come into `bytes`; call again until it needs more.
    func read(
        _ input: inout UnsafeRawBufferPointer, into bytes: UnsafeMutableRawBufferPointer
    ) -> Outcome {
        ERR_clear_error()
        return outcome(
            buffers.reading(from: &input) {
                SSL_read(ssl, bytes.baseAddress, Int32(clamping: bytes.count))
            })
    }

    /// Encrypts one record's worth of bytes at most, and says how many.
    func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        ERR_clear_error()
        return outcome(
            SSL_write(ssl, bytes.baseAddress, Int32(min(bytes.count, Self.recordByteCount))))
    }

    /// Says farewell; the peer's is not waited for.
    func sayFarewell() {
        SSL_set_shutdown(ssl, SSL_RECEIVED_SHUTDOWN)
        SSL_shutdown(ssl)
        ERR_clear_error()
    }

    private func outcome(_ result: Int32) -> Outcome {
        guard result <= 0 else { return .done(byteCount: Int(result)) }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ, SSL_ERROR_WANT_WRITE: return .needsMore
        case SSL_ERROR_ZERO_RETURN: return .ended
        default:
            let code = ERR_get_error()
            ERR_clear_error()
            return .failed(code: code)
        }
    }
}
