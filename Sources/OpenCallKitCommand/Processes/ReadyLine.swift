// SPDX-License-Identifier: Apache-2.0

/// What a daemon says once it can be used, as JSON: another process waits for it.
struct ReadyLine: Hashable, Sendable, Codable {
    /// `gateway`, `phone` or `provider`.
    var ready: String
    var host: String?
    /// The ports that were got, which matter where 0 was asked for.
    var providerPort: UInt16?
    var sandboxPort: UInt16?
    var devicePort: UInt16?
    /// Where a provider takes requests.
    var httpPort: UInt16?
    /// Where `/metrics` is.
    var metricsPort: UInt16?
    /// The certificate of the gateway's own authority, for `curl --cacert`.
    var authority: String?
    var appSocket: String?
    var controlSocket: String?
    /// `host:port` of the push service that a phone connects to.
    var gateway: String?
}
