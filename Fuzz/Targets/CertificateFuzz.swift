// SPDX-License-Identifier: Apache-2.0
import OCKCredentials

/// Certificates, what is in them, and the files around them.
///
/// ```
/// byte 0   0  a certificate in DER    1  in PEM    2  its topic list    3  its VoIP topics
///          4  a revocation list in DER    5  in PEM    6  a .p12, whose password is "a"
/// ```
enum CertificateFuzz {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let kind = source.below(7)
        let content = source.remainder()
        switch kind {
        case 0:
            guard let certificate = try? Certificate(der: content) else { return }
            try require(certificate.der == content, "a certificate has other bytes than it had")
            try judge(certificate)
        case 1:
            let text = String(decoding: content, as: UTF8.self)
            guard let certificate = try? Certificate(pem: text) else { return }
            try judge(certificate)
        case 2:
            guard let topics = try? TopicCoding.readList(content) else { return }
            try require(!topics.isEmpty, "a topic list is empty")
            try judge(topics)
        case 3:
            guard let topics = try? TopicCoding.readVoIPTopics(content) else { return }
            try require(topics.allSatisfy { $0.kind == .voip }, "a VoIP topic is of another kind")
            try judge(topics)
        case 4:
            guard let list = try? RevocationList(der: content) else { return }
            try judge(list)
        case 5:
            let text = String(decoding: content, as: UTF8.self)
            guard let list = try? RevocationList(pem: text) else { return }
            try judge(list)
        default:
            guard let bundle = try? PKCS12(decoding: content, password: "a") else { return }
            try require(
                bundle.identity.certificate.belongs(to: bundle.identity.key),
                "a .p12 has the key of another certificate")
        }
    }

    private static func judge(_ topics: [CertificateTopic]) throws(FuzzFinding) {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        try require(topics.count <= TopicCoding.countMax, "too many topics were read")
        for topic in topics {
            for text in [topic.name, topic.kind.word] {
                try require(
                    (1...TopicCoding.nameByteCountMax).contains(text.utf8.count)
                        && text.utf8.allSatisfy(visible.contains),
                    "a topic is not fit for a log")
            }
        }
    }

    private static func judge(_ certificate: Certificate) throws(FuzzFinding) {
        try judge(certificate.topics)
        let serial = certificate.serialNumber
        try require(serial.allSatisfy(\.isASCII), "a serial number is not in digits")
        _ = certificate.isValid(at: certificate.notBefore)
        _ = certificate.fingerprintHex
        _ = try? certificate.check(
            issuedBy: certificate, for: .clientAuthentication, at: certificate.notBefore)
        guard let text = try? certificate.pem() else {
            throw FuzzFinding("a certificate that was read has no PEM")
        }
        let again = try? Certificate(pem: text)
        try require(again?.topics == certificate.topics, "PEM changes a certificate's topics")
        try require(again?.serialNumber == serial, "PEM changes a certificate's number")
    }

    private static func judge(_ list: RevocationList) throws(FuzzFinding) {
        try require(list.revoked.count <= RevocationList.countMax, "too many were revoked")
        guard let text = try? list.pem() else {
            throw FuzzFinding("a list that was read has no PEM")
        }
        let again = try? RevocationList(pem: text)
        try require(again?.revoked == list.revoked, "PEM changes a revocation list")
    }
}
