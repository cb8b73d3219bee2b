// SPDX-License-Identifier: Apache-2.0

/// A device token with whom it rings: the body of `PUT /tokens`.
package struct TokenRegistration: Sendable, Hashable, Decodable {
    /// Who is called; any name that the app and its server agree on.
    package var user: String
    /// The app's bundle identifier.
    package var bundle: String
    package var environment: TokenEnvironment
    /// In hexadecimal, lower case.
    package var token: String

    /// Apple's tokens have 32 bytes, and may become longer.
    static let digitCountMax = 400

    package init(
        user: String, bundle: String, environment: TokenEnvironment, token: String
    ) {
        self.user = user
        self.bundle = bundle
        self.environment = environment
        self.token = token
    }

    /// The registration with its token in lower case, once all fields are right.
    package func checked() throws(RequestFault) -> Self {
        try RequestBody.check(user, "user", byteCountMax: 256)
        try RequestBody.checkBundle(bundle)
        var result = self
        result.token = try Self.checkedToken(token)
        return result
    }

    static func checkedToken(_ text: String) throws(RequestFault) -> String {
        let isRight = text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
        }
        guard isRight, (2...digitCountMax).contains(text.utf8.count),
            text.utf8.count.isMultiple(of: 2)
        else {
            throw RequestFault(
                400,
                "token must be an even number of hexadecimal digits, at most "
                    + "\(digitCountMax): in the app, token.map { String(format: \"%02x\", $0) }"
                    + ".joined()", field: "token")
        }
        return text.lowercased()
    }
}

/// A registration as it is kept.
struct StoredRegistration: Sendable, Hashable {
    var registration: TokenRegistration
    /// Milliseconds since 1970.
    var registeredAt: Int64

    /// As much of the token as may be shown.
    var tokenHead: String { String(registration.token.prefix(8)) }
}
