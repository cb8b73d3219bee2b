// SPDX-License-Identifier: Apache-2.0

/// The kinds of push certificate that Apple's portal makes.
package enum PushCertificateKind: Sendable, CaseIterable {
    /// "VoIP Services Certificate": the `.voip` topic alone, both environments.
    case voip
    /// "Apple Push Notification service SSL (Sandbox & Production)": the app, its VoIP and its
    /// complication topic, both environments.
    case universal
    /// The older sandbox certificate: the app's topic, from the subject alone.
    case development
    /// The older production certificate: the app's topic, from the subject alone.
    case production

    /// The words before the bundle identifier in the common name.
    var title: String {
        switch self {
        case .voip: "VoIP Services"
        case .universal: "Apple Push Services"
        case .development: "Apple Development IOS Push Services"
        case .production: "Apple Production IOS Push Services"
        }
    }

    /// The subject's user id: a topic.
    ///
    /// A VoIP certificate's ends in `.voip` already.
    func userID(_ bundleIdentifier: String) -> String {
        switch self {
        case .voip: bundleIdentifier + ".voip"
        case .universal, .development, .production: bundleIdentifier
        }
    }

    /// Where the kind is good, by Apple's markers.
    var environments: PushEnvironments {
        switch self {
        case .voip, .universal: [.development, .production]
        case .development: .development
        case .production: .production
        }
    }

    /// Apple's extensions but the markers, with their DER values.
    func extensions(_ bundleIdentifier: String) -> [EncodedExtension] {
        let voip = CertificateTopic(name: bundleIdentifier + ".voip", kind: .voip)
        switch self {
        case .voip:
            return [
                EncodedExtension(
                    oid: AppleExtension.bundleIdentifier.rawValue,
                    value: DERWriter.utf8String(bundleIdentifier)
                ),
                EncodedExtension(
                    oid: AppleExtension.voipTopics.rawValue,
                    value: TopicCoding.writeVoIPTopics([voip])
                ),
            ]
        case .universal:
            let topics = [
                CertificateTopic(name: bundleIdentifier, kind: .app), voip,
                CertificateTopic(name: bundleIdentifier + ".complication", kind: .complication),
            ]
            return [
                EncodedExtension(
                    oid: AppleExtension.topicList.rawValue,
                    value: TopicCoding.writeList(topics)
                )
            ]
        case .development, .production: return []
        }
    }
}
