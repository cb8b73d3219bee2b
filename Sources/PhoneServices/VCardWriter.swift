// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Writes people as vCards of version 4.0 (RFC 6350), which ``VCardReader`` reads as the same.
package enum VCardWriter {
    /// The bytes of a file of vCards.
    package static func write(_ contacts: [Contact]) -> [UInt8] {
        var bytes: [UInt8] = []
        for contact in contacts {
            add("BEGIN:VCARD", &bytes)
            add("VERSION:4.0", &bytes)
            add("FN:" + escaped(contact.name), &bytes)
            for handle in contact.handles { add(property(handle), &bytes) }
            add("END:VCARD", &bytes)
        }
        return bytes
    }

    private static func property(_ handle: Handle) -> String {
        let name =
            switch handle.kind {
            case .phoneNumber: "TEL"
            case .emailAddress: "EMAIL"
            case .generic: "IMPP"
            }
        return "\(name):\(escaped(handle.value))"
    }

    private static func escaped(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\\" || scalar == "," || scalar == ";" { shown.append("\\") }
            shown.append(scalar)
        }
        return String(shown)
    }

    /// Adds a line, folded so that none has over 75 bytes, nor a character in two (§3.2).
    private static func add(_ line: String, _ bytes: inout [UInt8]) {
        var count = 0
        for scalar in line.unicodeScalars {
            let encoded = UTF8.encode(scalar).map(Array.init) ?? []
            if count + encoded.count > 75 {
                bytes += [0x0D, 0x0A, 0x20]
                count = 1
            }
            bytes += encoded
            count += encoded.count
        }
        bytes += [0x0D, 0x0A]
    }
}
