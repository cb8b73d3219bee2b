// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Owns an `EVP_PKEY`.
///
/// Sendable because nothing changes a key once it is made, and OpenSSL counts references
/// atomically.
final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }
}

/// Owns an `X509`.
///
/// Sendable because nothing changes a certificate once it is parsed or signed; what OpenSSL caches
/// in it later, it caches under the certificate's own lock.
final class CertificateHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }
}

/// Owns an `X509_CRL`.
///
/// Sendable because nothing changes a list once it is parsed or signed; what OpenSSL sorts or
/// caches in it later, it does under the list's own lock.
final class RevocationListHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Takes over the caller's reference.
    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_CRL_free(pointer) }
}

/// Owns a `BIO` in memory, which is how OpenSSL's readers and writers take their bytes.
final class MemoryBuffer {
    let pointer: OpaquePointer

    /// Makes an empty buffer to write to.
    init() throws(CredentialsError) {
        guard let pointer = BIO_new(BIO_s_mem()) else { throw libraryFailure("make a buffer") }
        self.pointer = pointer
    }

    /// Makes a buffer that holds a copy of the bytes.
    ///
    /// The caller has bounded their count.
    convenience init(_ bytes: [UInt8]) throws(CredentialsError) {
        try self.init()
        let written = BIO_write(pointer, bytes, Int32(bytes.count))
        guard written == bytes.count || bytes.isEmpty else { throw libraryFailure("fill a buffer") }
    }

    deinit { BIO_free(pointer) }

    /// A copy of what was written and not yet read.
    var bytes: [UInt8] {
        var start: UnsafePointer<UInt8>?
        let count = COpenSSL_memory_bytes(pointer, &start)
        return Array(UnsafeBufferPointer(start: start, count: max(0, count)))
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Takes the oldest error from this thread's queue, which is the nearest to the cause, and clears
/// the rest.
func takeFailure() -> (library: Int32, reason: Int32, text: String) {
    var data: UnsafePointer<CChar>?
    var flags: Int32 = 0
    let code = ERR_get_error_all(nil, nil, nil, &data, &flags)
    defer { ERR_clear_error() }
    guard code != 0 else { return (0, 0, "no further detail") }
    var text = ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
    if let data, flags & ERR_TXT_STRING != 0, data.pointee != 0 {
        text += " (\(String(cString: data)))"
    }
    return (ERR_GET_LIB(code), ERR_GET_REASON(code), text)
}

/// The error for a failure that has nothing to do with the caller's input.
func libraryFailure(_ operation: String) -> CredentialsError {
    .library(operation: operation, detail: takeFailure().text)
}
