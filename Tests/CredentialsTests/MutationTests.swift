// SPDX-License-Identifier: Apache-2.0
@testable import OCKCredentials
import Testing

/// Random changes to good bytes, from fixed seeds: nothing may crash or pass for what it is not.
@Suite("Random bytes")
struct MutationTests {
    private static let roundCount = 20_000

    @Test("No change to a token crashes the reader, and none verifies")
    func token() throws {
        let key = try PrivateKey.generate(.p256)
        let publicKey = try PublicKey(of: key)
        let good = Array(
            try ProviderToken.sign(
                keyID: "ABC123DEFG",
                teamID: "DEF123GHIJ",
                issuedAt: 1_700_000_000,
                with: key
            ).utf8
        )
        var random = SplitMix64(seed: 1)
        var defectCount = 0
        for round in 0..<Self.roundCount {
            let changed = random.mutated(good, from: Array(".=+/-_A{}\"e0".utf8))
            let reading = ProviderTokenReader.read(changed)
            if reading.defect != nil { defectCount += 1 }
            #expect(
                reading.defect != nil
                    || reading.algorithm == "ES256" && reading.keyID != nil
                        && reading.teamID != nil,
                "round \(round)"
            )
            // One signature costs more than all the reading.
            guard round % 8 == 0, changed != good else { continue }
            #expect(
                ProviderTokenReader.signature(of: changed, with: publicKey) != .valid,
                "round \(round)"
            )
        }
        #expect((1..<Self.roundCount).contains(defectCount), "both outcomes are met")
    }

    @Test("No change to the JSON of a token's claims crashes the reader")
    func json() {
        let good = Array(
            #"{"iss":"DEF123GHIJ","iat":1.7e9,"x":[{"a":[null,true,-0.5E+1]},"\ud83d\ude00"]}"#.utf8
        )
        var random = SplitMix64(seed: 2)
        var defectCount = 0
        for round in 0..<Self.roundCount {
            let changed = random.mutated(good, from: Array("{}[]\":,\\u0e.-tfn ".utf8))
            let token = Base64.url(#"{"alg":"ES256","kid":"K"}"#.utf8) + "." + Base64.url(changed)
            let reading = ProviderTokenReader.read((token + ".AA").utf8)
            if reading.defect != nil { defectCount += 1 }
            let isComplete = reading.teamID != nil && reading.issuedAt != .absent
            #expect(reading.defect != nil || isComplete, "round \(round)")
        }
        #expect((1..<Self.roundCount).contains(defectCount), "both outcomes are met")
    }

    @Test("No change to the topics of a certificate crashes their readers, or passes the limits")
    func topics() throws {
        let list = TopicCoding.writeList([
            CertificateTopic(name: "com.example.hotline", kind: .app),
            CertificateTopic(name: "com.example.hotline.voip", kind: .voip),
        ])
        let voip = TopicCoding.writeVoIPTopics([
            CertificateTopic(name: "com.example.hotline.voip", kind: .voip),
            CertificateTopic(name: "com.example.other.voip", kind: .voip),
        ])
        var random = SplitMix64(seed: 3)
        var readCount = 0
        for round in 0..<Self.roundCount {
            let isList = round % 2 == 0
            let changed = random.mutated(
                isList ? list : voip,
                from: [0x30, 0x0C, 0x80, 0x84, 0xFF, 0x00, 0x2C]
            )
            let read =
                isList
                ? try? TopicCoding.readList(changed) : try? TopicCoding.readVoIPTopics(changed)
            guard let read else { continue }
            readCount += 1
            let visible: ClosedRange<UInt8> = 0x21...0x7E
            for topic in read {
                #expect((1...255).contains(topic.name.utf8.count), "round \(round)")
                #expect(topic.name.utf8.allSatisfy(visible.contains), "round \(round)")
            }
        }
        #expect((1..<Self.roundCount).contains(readCount), "both outcomes are met")
    }

    @Test("No change to a certificate, a list, a key or a .p12 crashes its reader")
    func containers() throws {
        let authority = try Workshop.authority.get()
        let identity = try Workshop.push(.universal)
        let list = try authority.revocationList(
            revoked: [RevokedCertificate(serialNumber: "ABC", date: Workshop.now)],
            at: Workshop.now
        )
        let bundle = try PKCS12(identity: identity).encoded(
            password: "a",
            encryption: .tripleDES
        )
        let key = try PrivateKey.generate(.p256)
        let file = Array(try key.p8().utf8)
        let publicKey = try PublicKey(of: key).der
        var random = SplitMix64(seed: 4)
        let odd: [UInt8] = [0x30, 0x02, 0x05, 0x80, 0x84, 0xFF, 0x00, 0x0A]
        for round in 0..<2_000 {
            let changed = random.mutated(identity.certificate.der, from: odd)
            let certificate = try? Certificate(der: changed)
            #expect(
                certificate?.isIssued(by: authority.certificate) != true
                    || changed == identity.certificate.der,
                "round \(round)"
            )
            _ = try? RevocationList(der: random.mutated(list.der, from: odd))
            _ = try? PublicKey(der: random.mutated(publicKey, from: odd))
            _ = try? PrivateKey(p8: random.mutated(file, from: odd))
            // Its MAC takes thousands of digests.
            guard round % 20 == 0 else { continue }
            _ = try? PKCS12(decoding: random.mutated(bundle, from: odd), password: "a")
        }
    }
}

/// A small generator with a seed (Steele, Lea and Flood, 2014), so that a failure can be repeated.
struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next(below bound: Int) -> Int { Int(next() % UInt64(bound)) }

    /// The bytes with one to four changes: another byte, one more, one fewer, a piece twice or
    /// gone, or the end cut off.
    ///
    /// Half of the new bytes are from `odd`, those that mean something.
    mutating func mutated(_ bytes: [UInt8], from odd: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...next(below: 4) where !bytes.isEmpty {
            let index = next(below: bytes.count)
            let byte = next(below: 2) == 0 ? odd[next(below: odd.count)] : UInt8(next(below: 256))
            let end = min(bytes.count, index + 1 + next(below: 16))
            switch next(below: 8) {
            case 0...3: bytes[index] = byte
            case 4: bytes.insert(byte, at: index)
            case 5: bytes.remove(at: index)
            case 6: bytes.insert(contentsOf: bytes[index..<end], at: index)
            default:
                // Cut off seldom: most of what is cut is refused at once.
                bytes.removeSubrange(index..<(next(below: 4) == 0 ? bytes.count : end))
            }
        }
        return bytes
    }
}
