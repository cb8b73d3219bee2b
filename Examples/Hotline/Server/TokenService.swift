// SPDX-License-Identifier: Apache-2.0
import Foundation
import VoIPKit

/// Tells the app's server the push token, so that the server can ring this phone.
enum TokenService {
    private struct Registration: Encodable {
        let user: String
        let bundle: String
        let environment: String
        let token: String
    }

    /// Why the server has not taken the token.
    enum Failure: Error, LocalizedError {
        case status(Int)
        case unreachable

        var errorDescription: String? {
            switch self {
            case .status(let status): "the server refused the token with status \(status)"
            case .unreachable: "the server cannot be reached; the token goes out later"
            }
        }
    }

    /// How tokens go to the server.
    ///
    /// - Parameter server: Its address; nil where there is none, and the token is only told of.
    /// - Returns: What the push service calls.
    static func server(_ server: URL?) -> VoIPTokenServer {
        VoIPTokenServer { token in
            // Whoever has the token can ring this phone, so it is printed only when asked for.
            await log(Settings.showsToken ? "token \(token.hex)" : "has a push token")
            guard let server else { return }
            do {
                try await upload(token, to: server)
                await log("the server has the token")
            } catch {
                await log(error.localizedDescription)
                throw error
            }
        }
    }

    private static func upload(_ token: VoIPToken, to server: URL) async throws {
        let registration = Registration(
            user: Settings.user,
            bundle: Bundle.main.bundleIdentifier ?? "com.example.hotline",
            environment: Settings.environment, token: token.hex)
        let body = try JSONEncoder().encode(registration)
        let status = await withCheckedContinuation { continuation in
            put(body, to: server.appendingPathComponent("tokens")) {
                continuation.resume(returning: $0)
            }
        }
        switch status {
        case 200?, 201?: return
        case let status?: throw Failure.status(status)
        case nil: throw Failure.unreachable
        }
    }
}
