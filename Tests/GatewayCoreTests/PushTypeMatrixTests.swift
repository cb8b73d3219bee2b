// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import GatewayCore

@Suite struct PushTypeMatrixTests {
    /// The topics of an app, of each kind.
    private static let suffixes = Set(APNsPushType.allCases.map(\.topicSuffix)).sorted()

    /// One expected answer, said anew and not by the table's own words; nil is 200.
    private func expected(
        _ kind: TokenKind,
        suffix: String,
        _ type: APNsPushType?
    ) -> APNsReason? {
        let named = APNsPushType.allCases.first { !suffix.isEmpty && $0.topicSuffix == suffix }
        let type = type ?? named ?? .alert
        if type == .mdm { return .forbidden }
        if let named, named != type { return .invalidPushType }
        switch kind {
        case .voip: return suffix == ".voip" ? nil : .deviceTokenNotForTopic
        case .alert:
            if !suffix.isEmpty { return .deviceTokenNotForTopic }
            return [.alert, .background].contains(type) ? nil : .invalidPushType
        }
    }

    @Test("Token, topic and push type fit together or not", arguments: TokenKind.allCases)
    func matrix(kind: TokenKind) {
        var bench = GatewayBench()
        let phone = bench.phone(kind: kind)
        let authorization = bench.providerToken()
        var count = 0
        for suffix in Self.suffixes {
            for type in APNsPushType.allCases.map(Optional.some) + [nil] {
                var sketch = RequestSketch(token: phone.token)
                sketch.setToken(authorization)
                sketch.headers["apns-topic"] = GatewayBench.bundle + suffix
                sketch.headers["apns-push-type"] = type?.rawValue
                sketch.headers["apns-priority"] = "5"
                let reasons = bench.post(sketch).answers.map(\.reason)
                let words = "\(kind), '\(suffix)', \(type?.rawValue ?? "no type")"
                #expect(reasons == [expected(kind, suffix: suffix, type)], "\(words)")
                count += 1
            }
        }
        #expect(count == 9 * 12)
    }

    @Test("A background push is of priority 5 or 1; without one it is let through, unless strict")
    func background() {
        for (priority, isStrict, reason) in [
            ("10", false, APNsReason.badPriority), ("5", true, nil), ("1", true, nil),
            (nil, false, nil), (nil, true, .badPriority),
        ] as [(String?, Bool, APNsReason?)] {
            var bench = GatewayBench { $0.isStrict = isStrict }
            let phone = bench.phone(kind: .alert)
            let effects = bench.post(to: phone) {
                $0.headers["apns-topic"] = GatewayBench.bundle
                $0.headers["apns-push-type"] = "background"
                $0.headers["apns-priority"] = priority
            }
            #expect(effects.answers.map(\.reason) == [reason])
            let lets = priority == nil && !isStrict
            #expect(effects.remarks == (lets ? [.backgroundWithoutPriority] : []))
        }
    }
}
