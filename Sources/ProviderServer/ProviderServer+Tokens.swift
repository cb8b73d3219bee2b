// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import OCKStorage

// The requests about device tokens.
extension ProviderServer {
    /// The answer to `PUT /tokens`.
    private struct Registered: Encodable {
        let token: String
        let isNew: Bool
    }

    func register(_ request: HTTPRequest, _ reply: HTTPReply) throws(RequestFault) {
        let registration = try RequestBody.read(
            TokenRegistration.self, from: request.body,
            contentType: request.value(of: "content-type")
        ).checked()
        guard senders[registration.environment] != nil else {
            throw RequestFault(
                400, "environment: this server sends to \(knownEnvironments) alone",
                field: "environment")
        }
        let entry = StoredRegistration(
            registration: registration, registeredAt: EventLoop.wallClockMilliseconds())
        onStore(reply) { store throws(StoreError) in
            try store.add(entry)
        } then: { [unowned self] addition in
            switch addition {
            case .new, .known:
                onLog(
                    "token \(entry.tokenHead)… of \(registration.bundle) "
                        + "(\(registration.environment.rawValue)) "
                        + (addition == .new ? "registered" : "registered again"))
                onEvent(.tokenKept(bundle: registration.bundle))
                reply.answer(
                    addition == .new ? 201 : 200,
                    Registered(token: entry.tokenHead, isNew: addition == .new))
            case .tooManyForUser:
                reply.refuse(
                    RequestFault(
                        409, "this user has \(TokenStore.countPerUserMax) tokens; delete one first",
                        field: "user"))
            case .full:
                reply.refuse(
                    RequestFault(503, "the server keeps no more than \(TokenStore.countMax) tokens")
                )
            }
        }
    }

    private var knownEnvironments: String {
        TokenEnvironment.allCases.filter { senders[$0] != nil }.map(\.rawValue)
            .joined(separator: " and ")
    }

    func remove(_ word: String, _ reply: HTTPReply) throws(RequestFault) {
        let token = try TokenRegistration.checkedToken(word)
        onStore(reply) { store throws(StoreError) in
            try store.remove(token)
        } then: { [unowned self] isRemoved in
            guard isRemoved else { return reply.refuse(RequestFault(404, "no such token")) }
            onLog("token \(token.prefix(8))… deleted")
            reply.respond(status: 204)
        }
    }

    /// The answer to `GET /tokens`.
    private struct TokenList: Encodable {
        struct Row: Encodable {
            let user: String
            let bundle: String
            let environment: TokenEnvironment
            let token: String
            /// Milliseconds since 1970.
            let registered: Int64
        }
        let tokens: [Row]
        /// Whether there are more than these.
        let isPartial: Bool
    }

    func list(_ request: HTTPRequest, _ reply: HTTPReply) throws(RequestFault) {
        let user = try Self.user(in: request.query)
        let limit = options.maximumListCount
        onStore(reply) { store throws(StoreError) in
            try store.registrations(of: user, limit: limit + 1)
        } then: { found in
            let rows = found.prefix(limit).map {
                TokenList.Row(
                    user: $0.registration.user, bundle: $0.registration.bundle,
                    environment: $0.registration.environment, token: $0.tokenHead,
                    registered: $0.registeredAt)
            }
            reply.answer(200, TokenList(tokens: rows, isPartial: found.count > limit))
        }
    }

    /// The user that a query names; nil for all.
    private static func user(in query: String?) throws(RequestFault) -> String? {
        guard let query, !query.isEmpty else { return nil }
        let parts = query.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "user", let user = percentDecoded(parts[1]) else {
            throw RequestFault(400, "the query is user=NAME, or there is none")
        }
        try RequestBody.check(user, "user", byteCountMax: 256)
        return user
    }

    /// Nil where a percent sign is not followed by two digits, or the bytes are no UTF-8.
    private static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
                continue
            }
            let digits = String(Substring(rest.prefix(2)))
            guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
