// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Tells the app's server the push token, so that the server can ring this phone.
enum TokenService {
    private struct Registration: Encodable {
        let user: String
        let bundle: String
        let environment: String
        let token: String
    }

    /// Sends the token, if there is a server.
    ///
    /// To be called with each update: a token changes when the app is installed again.
    static func register(_ token: Data) {
        guard let server = Settings.server else { return }
        let registration = Registration(
            user: Settings.user,
            bundle: Bundle.main.bundleIdentifier ?? "com.example.hotline",
            environment: Settings.environment,
            token: token.map { String(format: "%02x", $0) }.joined())
        guard let body = try? JSONEncoder().encode(registration) else { return }
        put(body, to: server.appendingPathComponent("tokens")) { status in
            switch status {
            case 200?, 201?: log("the server has the token")
            case let status?: log("the server refused the token with status \(status)")
            case nil: log("the server cannot be reached; the token goes out at the next launch")
            }
        }
    }
}
