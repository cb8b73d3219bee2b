// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

extension GatewayWorld {
    // MARK: Connections

    mutating func reconnectProvider(_ index: Int) {
        let id = ProviderConnectionID(number: number())
        providers[index] = id
        isProviderThere[index] = true
        // The first shows a token, the others a certificate.
        let certificate = CertificateIdentity(
            topics: Set(Self.apps.map(\.topic)).sorted(), environments: APNsEnvironment.allCases)
        apply(
            .providerConnected(
                ProviderConnection(
                    id: id, environment: .production,
                    identity: index == 0 ? .none : .certificate(certificate))))
    }

    mutating func loseProvider(_ index: Int) {
        guard isProviderThere[index] else { return }
        isProviderThere[index] = false
        for post in checker.posts where post.request.connection == providers[index] {
            lostRequests.insert(post.request)
        }
        apply(.providerClosed(providers[index]))
    }

    // MARK: Requests

    mutating func perform(_ post: GatewayPost) {
        guard isProviderThere[post.provider] else { return reconnectProvider(post.provider) }
        let tokens = phones[post.phone].tokens[post.app] ?? []
        guard let token = post.blemish == .oldToken ? tokens.first : tokens.last else { return }
        let request = RequestKey(
            connection: providers[post.provider], stream: Int32(truncatingIfNeeded: number()))
        let app = Self.apps[post.app]
        let payload = Array("{\"n\":\(checker.posts.count)}".utf8)
        let place = checker.asks(
            request, phone: post.phone, app: app, payload: payload, collapseID: post.collapseID)
        let id = PushID(high: 0, low: UInt64(place))
        var fields = [
            (name: ":method", value: post.blemish == .method ? "GET" : "POST"),
            (
                name: ":path",
                value: "/3/device/" + Bytes(post.blemish == .token ? [1, 2] : token).hexadecimal
            ),
            (name: "apns-topic", value: post.blemish == .topic ? "com.example.x" : app.topic),
            (name: "apns-id", value: id.description),
            (name: "apns-priority", value: "\(post.priority)"),
        ]
        switch post.expiration {
        case .absent: break
        case .zero: fields.append((name: "apns-expiration", value: "0"))
        case .past: fields.append((name: "apns-expiration", value: "300"))
        case .ahead(let seconds):
            let date = now.wall.milliseconds / 1000 + seconds
            fields.append((name: "apns-expiration", value: "\(date)"))
        }
        if let collapseID = post.collapseID {
            fields.append((name: "apns-collapse-id", value: "\(collapseID)"))
        }
        if post.provider == 0 {
            fields.append((name: "authorization", value: "bearer \(providerToken())"))
        }
        apply(
            .pushRequested(
                PushRequest(
                    key: request, fields: PushFields(fields), body: payload,
                    bodyByteCount: payload.count)))
    }

    /// A token that says when it was made; a new one after half an hour.
    private mutating func providerToken() -> String {
        let seconds = now.wall.milliseconds / 1000
        if abs(seconds - providerTokens[0]) > 1800 { providerTokens[0] = seconds }
        return "\(providerTokens[0])"
    }

    mutating func examine() {
        guard !examinations.isEmpty else { return }
        let (ticket, token) = examinations.removeFirst()
        let seconds = Int64(String(decoding: token, as: UTF8.self)) ?? 0
        apply(
            .tokenExamined(
                ticket,
                ProviderTokenFacts(
                    algorithm: "ES256", keyID: Self.key.id, teamID: Self.key.team,
                    issuedAt: .number(seconds), signature: .valid)))
    }
}
