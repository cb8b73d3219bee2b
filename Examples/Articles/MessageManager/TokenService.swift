// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Tells our server the push token, so that it can ring this phone.
enum TokenService {
    private struct Registration: Encodable {
        let user: String
        let bundle: String
        let environment: String
        let token: String
    }

    /// The launch argument `-MessageServer URL`, else the same key of Info.plist; nil leaves the
    /// token here.
    private static var server: URL? {
        let value =
            UserDefaults.standard.string(forKey: "MessageServer")
            ?? Bundle.main.object(forInfoDictionaryKey: "MessageServer") as? String
        return value.flatMap { URL(string: $0) }
    }

    /// Sends the token; nothing is sent without a server.
    ///
    /// To be called at each launch: tokens change.
    static func upload(_ token: String) {
        guard let server, !token.isEmpty else { return }
        let registration = Registration(
            user: "me", bundle: Bundle.main.bundleIdentifier ?? "com.example.messagemanager",
            environment: "production", token: token)
        var request = URLRequest(url: server.appendingPathComponent("tokens"))
        request.httpMethod = "PUT"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = try? JSONEncoder().encode(registration)
        URLSession.shared.dataTask(with: request) { _, response, error in
            let status = (response as? HTTPURLResponse)?.statusCode
            // The next launch tries again.
            print("Token upload: \(status.map(String.init) ?? error?.localizedDescription ?? "")")
        }.resume()
    }
}
