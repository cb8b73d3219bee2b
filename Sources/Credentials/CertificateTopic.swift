// SPDX-License-Identifier: Apache-2.0

/// A topic to which the holder of a push certificate may send.
package struct CertificateTopic: Sendable, Hashable {
    /// What receives the pushes of a topic.
    ///
    /// Apple's list may grow: other words are kept as they are.
    package enum Kind: Sendable, Hashable {
        case app
        case voip
        case complication
        case other(String)

        /// Reads the word that the certificate has for the kind.
        package init(word: String) {
            self =
                switch word {
                case "app": .app
                case "voip": .voip
                case "complication": .complication
                default: .other(word)
                }
        }

        /// The word that the certificate has for the kind.
        package var word: String {
            switch self {
            case .app: "app"
            case .voip: "voip"
            case .complication: "complication"
            case .other(let word): word
            }
        }
    }

    /// As it stands in `apns-topic`, for example `com.example.hotline.voip`.
    package let name: String
    package let kind: Kind

    package init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// Takes the kind from the ending, where nothing else tells it.
    init(name: String) {
        self.name = name
        kind =
            name.hasSuffix(".voip") ? .voip : name.hasSuffix(".complication") ? .complication : .app
    }
}

/// The environments of the push service for which a certificate is good.
package struct PushEnvironments: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Also called the sandbox: extension 1.2.840.113635.100.6.3.1.
    package static let development = PushEnvironments(rawValue: 1)
    /// Extension 1.2.840.113635.100.6.3.2.
    package static let production = PushEnvironments(rawValue: 2)
}

/// Apple's extensions in push certificates, below 1.2.840.113635.100.6.3.
///
/// Certificates are told apart by these and never by the words of their common names, which differ
/// between the years.
enum AppleExtension: String, CaseIterable {
    case development = "1.2.840.113635.100.6.3.1"
    case production = "1.2.840.113635.100.6.3.2"
    case bundleIdentifier = "1.2.840.113635.100.6.3.3"
    case voipTopics = "1.2.840.113635.100.6.3.4"
    case topicList = "1.2.840.113635.100.6.3.6"

    /// The extension's name in errors.
    var what: String {
        switch self {
        case .development, .production, .bundleIdentifier:
            "extension \(rawValue) of the certificate"
        case .voipTopics: "the VoIP topics of the certificate"
        case .topicList: "the topic list of the certificate"
        }
    }
}

/// Reads and writes the topics of a push certificate.
///
/// The readers take any bytes: their time and memory stay below what the limits allow.
package enum TopicCoding {
    /// A certificate is for one app, so its topics are few; the bound only keeps a forged one
    /// cheap.
    package static let countMax = 256
    package static let nameByteCountMax = 255
    package static let extensionByteCountMax = 16 << 10

    /// Reads extension .6, where a SEQUENCE with the word of its kind follows each topic.
    package static func readList(
        _ value: [UInt8]
    ) throws(CredentialsError) -> [CertificateTopic] {
        let what = AppleExtension.topicList.what
        var outer = DERReader(value[...], of: what)
        var list = DERReader(try outer.next(DERTag.sequence), of: what)
        guard outer.isAtEnd else { throw .malformed(what: what, detail: "bytes follow its end") }
        var topics: [CertificateTopic] = []
        while !list.isAtEnd {
            let name = try checked(list.nextText(), of: what)
            var kinds = DERReader(try list.next(DERTag.sequence), of: what)
            let kind = CertificateTopic.Kind(word: try checked(kinds.nextText(), of: what))
            try append(CertificateTopic(name: name, kind: kind), to: &topics, of: what)
        }
        guard !topics.isEmpty else { throw .malformed(what: what, detail: "it is empty") }
        return topics
    }

    /// Reads extension .4: one string, with commas between the topics.
    package static func readVoIPTopics(
        _ value: [UInt8]
    ) throws(CredentialsError) -> [CertificateTopic] {
        let what = AppleExtension.voipTopics.what
        var reader = DERReader(value[...], of: what)
        let text = try reader.nextText()
        guard reader.isAtEnd else { throw .malformed(what: what, detail: "bytes follow its end") }
        var topics: [CertificateTopic] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            var part = part
            while part.first == " " { part.removeFirst() }
            while part.last == " " { part.removeLast() }
            let name = try checked(String(part), of: what)
            try append(CertificateTopic(name: name, kind: .voip), to: &topics, of: what)
        }
        return topics
    }

    /// Reads the subject's user id, where neither list is present.
    ///
    /// Without one there is no topic.
    static func readSubject(_ userID: String?) throws(CredentialsError) -> [CertificateTopic] {
        guard let userID else { return [] }
        return [CertificateTopic(name: try checked(userID, of: "the user id of the certificate"))]
    }

    static func writeList(_ topics: [CertificateTopic]) -> [UInt8] {
        DERWriter.sequence(
            topics.flatMap { topic in
                [
                    DERWriter.utf8String(topic.name),
                    DERWriter.sequence([DERWriter.utf8String(topic.kind.word)]),
                ]
            }
        )
    }

    static func writeVoIPTopics(_ topics: [CertificateTopic]) -> [UInt8] {
        DERWriter.utf8String(topics.map(\.name).joined(separator: ","))
    }

    private static func append(
        _ topic: CertificateTopic,
        to topics: inout [CertificateTopic],
        of what: String
    ) throws(CredentialsError) {
        guard topics.count < countMax else {
            throw .malformed(what: what, detail: "it has more than \(countMax) topics")
        }
        topics.append(topic)
    }

    /// Topics end up in logs and comparisons, so only what can be seen is let in.
    private static func checked(
        _ text: String,
        of what: String
    ) throws(CredentialsError) -> String {
        let visible: ClosedRange<UInt8> = 0x21...0x7E
        guard (1...nameByteCountMax).contains(text.utf8.count),
            text.utf8.allSatisfy(visible.contains)
        else {
            throw .malformed(
                what: what,
                detail: "a topic or kind is not 1 to \(nameByteCountMax) visible ASCII characters"
            )
        }
        return text
    }
}
