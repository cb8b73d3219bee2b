// SPDX-License-Identifier: Apache-2.0
import COpenSSL

/// Returns bytes from the system's cryptographic generator.
///
/// Stops the process if the system has no randomness to give: no caller could go on safely.
package func randomBytes(count: Int) -> [UInt8] {
    precondition(count >= 0 && count <= 1 << 20, "randomBytes gives at most 1 MiB at once")
    var bytes = [UInt8](repeating: 0, count: count)
    guard count == 0 || RAND_bytes(&bytes, Int32(count)) == 1 else {
        fatalError("the system gives no random bytes: \(takeFailure().text)")
    }
    return bytes
}

/// Returns the SHA-256 digest, 32 bytes.
package func sha256(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let input = Array(bytes)
    var digest = [UInt8](repeating: 0, count: 32)
    let done = EVP_Digest(input, input.count, &digest, nil, EVP_sha256(), nil)
    precondition(done == 1, "SHA-256 needs nothing that can be missing but memory")
    return digest
}

/// Returns two small hexadecimal digits for each byte.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 0xF)]] },
        as: UTF8.self
    )
}
