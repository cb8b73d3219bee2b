// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKWire
import Testing

/// Which token takes which push under which topic.
@Suite struct MatrixTests {
    /// All of Apple's push types, with what each adds to the bundle identifier.
    private static let suffixes = [
        "alert": "", "background": "", "voip": ".voip", "complication": ".complication",
        "fileprovider": ".pushkit.fileprovider", "location": ".location-query",
        "liveactivity": ".push-type.liveactivity", "pushtotalk": ".voip-ptt",
        "widgets": ".push-type.widgets", "controls": ".push-type.controls",
    ]

    /// What a push gets whose type asks for the first suffix, and whose topic has the second.
    ///
    /// Both are judged where the topic says which type it is of. A bare bundle identifier does not;
    /// there the token is judged first, since "DeviceTokenNotForTopic" is what those get who forget
    /// the `.voip` of a PushKit token's topic.
    private static func reason(
        _ asked: String, _ given: String, _ kind: PushTokenKind
    ) -> String {
        switch (given, kind) {
        case (".voip", _) where asked != given: "InvalidPushType"
        case (".voip", .alert), ("", .voip): "DeviceTokenNotForTopic"
        default: asked == given ? "" : "InvalidPushType"
        }
    }

    @Test("A token takes a push of its own topic, if the push type is of that topic as well")
    func matrix() throws {
        let scene = try ProviderScene()
        let tokens: [(kind: PushTokenKind, text: String)] = [
            (.alert, scene.alert), (.voip, scene.voip),
        ]
        var accepted: [PushTokenKind] = []
        for (type, suffix) in Self.suffixes.sorted(by: { $0.key < $1.key }) {
            for topicSuffix in ["", ".voip"] {
                for token in tokens {
                    var request = try scene.request(.first)
                    request.type = type
                    request.topic = "\(GatewayTemplate.bundle)\(topicSuffix)"
                    request.token = token.text
                    if type == "background" { request.headers = ["apns-priority: 5"] }
                    let expected = Self.reason(suffix, topicSuffix, token.kind)
                    let reason = try request.ask(scene.stand).reason()
                    if reason.isEmpty { accepted.append(token.kind) }
                    #expect(reason == expected, "\(type) to \(token.kind) under '\(topicSuffix)'")
                }
            }
        }
        try #require(accepted == [.alert, .alert, .voip])
        try scene.device.wait(for: "what was accepted") {
            scene.device.deliveries.count == accepted.count
        }
        #expect(scene.device.deliveries.map(\.kind) == accepted)
    }
}
