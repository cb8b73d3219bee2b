// SPDX-License-Identifier: Apache-2.0

/// A provider's key as a file: `.p8`, which is PKCS#8 in PEM, P-256, without a password.
extension PrivateKey {
    /// The text of a `.p8` file; whoever writes it gives it mode 0600.
    ///
    /// - Throws: ``CredentialsError/notAProviderKey(found:)`` for an RSA key.
    package func p8() throws(CredentialsError) -> String {
        guard isP256 else { throw .notAProviderKey(found: description) }
        return try pem()
    }

    /// Reads a `.p8` file, also one in the older form (`EC PRIVATE KEY`), with the line ends of
    /// another system or behind a byte order mark.
    ///
    /// The first private key in the file counts; what else it holds is passed over.
    ///
    /// - Throws: ``CredentialsError/notAProviderKey(found:)`` for a certificate, a public key, an
    ///   RSA key or another curve, ``CredentialsError/encryptedKey``, or
    ///   ``CredentialsError/malformed(what:detail:)``.
    package init(p8 bytes: [UInt8]) throws(CredentialsError) {
        let pem = try ProviderKeyFile.pem(in: bytes)
        do {
            try self.init(pem: pem)
        } catch .unsupportedKey(let kind) {
            throw .notAProviderKey(found: "private key (\(kind))")
        } catch .malformed(_, let detail) {
            throw ProviderKeyFile.malformed(detail)
        }
        guard isP256 else { throw .notAProviderKey(found: description) }
    }
}

/// Finds the key in a `.p8` file.
enum ProviderKeyFile {
    /// The longest file that is read; Apple's have 257 bytes.
    static let byteCountMax = 16 << 10

    /// The text from the key's first line on.
    static func pem(in bytes: [UInt8]) throws(CredentialsError) -> String {
        guard bytes.count <= byteCountMax else {
            throw .tooLarge(what: "the .p8 file", byteCount: bytes.count, limit: byteCountMax)
        }
        let lines = try lines(bytes)
        let labels = lines.compactMap(label)
        guard let label = labels.first(where: isPrivateKey) ?? labels.first else {
            throw malformed("no line is -----BEGIN PRIVATE KEY-----")
        }
        switch label {
        case "ENCRYPTED PRIVATE KEY": throw .encryptedKey
        case "PRIVATE KEY", "EC PRIVATE KEY": break
        case "CERTIFICATE", "CERTIFICATE REQUEST", "PUBLIC KEY":
            throw .notAProviderKey(found: label.lowercased())
        case "RSA PRIVATE KEY": throw .notAProviderKey(found: "private key (RSA)")
        default: throw malformed("it begins with another thing than a PKCS#8 key")
        }
        let start = lines.firstIndex { Self.label($0) == label } ?? lines.startIndex
        return lines[start...].joined(separator: "\n") + "\n"
    }

    static func malformed(_ detail: String) -> CredentialsError {
        .malformed(what: "the .p8 file", detail: detail)
    }

    private static func lines(_ bytes: [UInt8]) throws(CredentialsError) -> [Substring] {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            throw malformed("it is UTF-16; save it as plain text")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw malformed("it is not text; a key in DER is turned into PEM by openssl pkey")
        }
        let body = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        // A carriage return with a line feed is one Character, and both are new lines.
        return body.split(whereSeparator: \.isNewline).map { line in
            var line = line.drop(while: \.isWhitespace)
            while line.last?.isWhitespace == true { line.removeLast() }
            return line
        }
    }

    /// The words of a line such as `-----BEGIN PRIVATE KEY-----`.
    private static func label(_ line: Substring) -> String? {
        let head = "-----BEGIN "
        let tail = "-----"
        guard line.hasPrefix(head), line.dropFirst(head.count).hasSuffix(tail) else { return nil }
        return String(line.dropFirst(head.count).dropLast(tail.count))
    }

    private static func isPrivateKey(_ label: String) -> Bool {
        label.hasSuffix("PRIVATE KEY")
    }
}
