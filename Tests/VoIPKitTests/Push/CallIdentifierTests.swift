// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("Identifiers of calls") struct CallIdentifierTests {
    private static let uuid = UUID(uuidString: "8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11")

    @Test(
        "a UUID in any form is that UUID",
        arguments: [
            "8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11", "8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11",
            "{8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11}", "8C36E1B20B0F4B589C0A6D5C1B1E1A11",
            "urn:uuid:8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11", "{8c36e1b20b0f4b589c0a6d5c1b1e1a11}",
            " 8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11\n",
        ])
    func forms(text: String) {
        #expect(CallIdentifier.uuid(text) == Self.uuid)
    }

    @Test(
        "what is almost a UUID is a text like others",
        arguments: [
            "8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A1", "8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11F",
            "8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A1G", "8C36E1B2_0B0F_4B58_9C0A_6D5C1B1E1A11",
            "８C36E1B20B0F4B589C0A6D5C1B1E1A11", "{}", "urn:uuid:", "12212", "room 7", "Anna",
        ])
    func others(text: String) throws {
        let uuid = try #require(CallIdentifier.uuid(text))
        #expect(uuid != Self.uuid)
        #expect(CallIdentifier.uuid(text) == uuid)
        #expect(uuid.uuid.6 >> 4 == 5)
        #expect(uuid.uuid.8 >> 6 == 2)
    }

    @Test("different texts have different identifiers") func different() {
        let uuids = Set((0..<2_000).map { CallIdentifier.uuid("\($0)") })
        #expect(uuids.count == 2_000)
        #expect(CallIdentifier.uuid("Anna") != CallIdentifier.uuid("anna"))
    }

    @Test("an empty text has none", arguments: ["", " ", "\n\t"]) func empty(text: String) {
        #expect(CallIdentifier.uuid(text) == nil)
    }

    @Test("version 5 is as RFC 9562, appendix A.4 has it") func vector() throws {
        let dns = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8")).uuid
        let namespace = withUnsafeBytes(of: dns) { Array($0) }
        #expect(
            CallIdentifier.named("www.example.com", in: namespace)
                == UUID(uuidString: "2ed6657d-e927-568b-95e1-2665a8aea6a2"))
    }

    @Test("what 12212 is stays what it is") func pinned() {
        // Servers and apps in the field compute with it.
        #expect(CallIdentifier.uuid("12212")?.uuidString == "521FC2DA-B2DD-5710-B18D-F8CBD7471367")
    }

    @Test(
        "SHA-1 is as FIPS 180 has it",
        arguments: [
            (0, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            (1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                1, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
            (1_000_000, "a", "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
        ])
    func hash(count: Int, text: String, digest: String) {
        let message = (0..<count).flatMap { _ in Array(text.utf8) }
        let hash = SHA1.hash(message).map { String(format: "%02x", $0) }.joined()
        #expect(hash == digest)
    }
}
