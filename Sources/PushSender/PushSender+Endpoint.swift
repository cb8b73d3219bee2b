// SPDX-License-Identifier: Apache-2.0

extension PushSender {
    /// Where to send to.
    public struct Endpoint: Sendable, Hashable {
        /// A name or an address.
        public var host: String
        /// The TCP port.
        public var port: UInt16

        /// A server of one's own, such as the gateway.
        public init(host: String, port: UInt16) {
            self.host = host
            self.port = port
        }

        /// Apple's service for apps from the App Store and TestFlight.
        public static let production = Endpoint(host: "api.push.apple.com", port: 443)

        /// Apple's service for apps in development: the sandbox.
        public static let development = Endpoint(host: "api.sandbox.push.apple.com", port: 443)

        /// The same host on port 2197, where Apple serves as well, for a firewall that lets APNs
        /// through and no other HTTPS.
        public var onAlternativePort: Endpoint { Endpoint(host: host, port: 2197) }

        /// The value of `:authority`.
        var authority: String {
            let name = host.contains(":") ? "[\(host)]" : host
            return port == 443 ? name : "\(name):\(port)"
        }
    }

    /// How the sender shows who it is.
    public enum Identity: Sendable, Hashable {
        /// A push certificate and its unencrypted private key, in one PEM text.
        case certificate(pem: [UInt8])

        /// A push certificate and its private key, as Keychain Access exports them (`.p12`).
        ///
        /// An empty password and none are the same here.
        case p12([UInt8], password: String)

        /// A key of a team, from which provider tokens are made.
        ///
        /// A token is signed once, and again after 50 minutes: Apple wants it to be 20 to 60
        /// minutes old. `key` is the content of the `.p8` file; the identifiers have ten letters
        /// and digits.
        case providerToken(key: [UInt8], keyID: String, teamID: String)
    }

    /// Which refusals a sender answers by sending again, by itself.
    ///
    /// Apple lets a push be tried again after a server's failure, in 15 minutes, and after too many
    /// pushes to one device, with a delay; never after any other refusal. A push whose expiration
    /// has come meanwhile is not sent again, and one with expiration 0 only within half a minute:
    /// a call does not wait longer.
    public struct RetryPolicy: Sendable, Hashable {
        /// How often a push is sent again; 0: never.
        public var maximumRetryCount: Int
        /// The wait after a status of 500 or more; doubled with each try.
        public var serverErrorDelay: Duration
        /// The wait after status 429; doubled with each try.
        public var tooManyRequestsDelay: Duration

        /// A policy; the delays left out are what Apple asks for.
        public init(
            maximumRetryCount: Int, serverErrorDelay: Duration = .seconds(900),
            tooManyRequestsDelay: Duration = .seconds(5)
        ) {
            self.maximumRetryCount = maximumRetryCount
            self.serverErrorDelay = serverErrorDelay
            self.tooManyRequestsDelay = tooManyRequestsDelay
        }

        /// Each refusal is told at once: what suits calls.
        public static let never = RetryPolicy(maximumRetryCount: 0)
    }
}
