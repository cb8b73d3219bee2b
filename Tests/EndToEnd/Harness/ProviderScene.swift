// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKCredentials
import OCKWire

/// A gateway with a phone that has tokens of every state, and all that a provider may show.
final class ProviderScene {
    let stand: GatewayStand
    let device: ScriptedDevice
    /// PushKit's, of ``GatewayTemplate/bundle`` in production.
    let voip: String
    /// The one for remote notifications of the same app.
    let alert: String
    /// PushKit's of the app as it is built for development.
    let development: String
    /// Of an app that is no longer there.
    let gone: String
    /// In whose place another has been issued.
    let replaced: String

    /// - Parameter options: Further ones of `gateway run`.
    /// - Throws: Where the gateway does not start, or gives no token.
    init(_ options: [String] = []) throws {
        stand = try GatewayStand(options)
        device = try ScriptedDevice(stand)
        voip = try device.register()
        alert = try device.register(GatewayTemplate.bundle, .production, .alert)
        development = try device.register(GatewayTemplate.bundle, .development)
        let second = try ScriptedDevice(stand)
        gone = try second.register()
        try second.unregister()
        let third = try ScriptedDevice(stand)
        replaced = try third.register()
        _ = try third.renew()
    }

    /// A request that is accepted: to the VoIP token, with the universal certificate.
    var request: CurlRequest {
        CurlRequest(identity: .certificate(stand.universalCertificate), token: voip)
    }

    /// Lets the gateway end the connection on which a push to this token comes, with a GOAWAY that
    /// says `Shutdown`.
    func dismiss(_ token: String, times: Int) throws {
        try stand.command([
            "gateway", "fault", "add", "goaway", "--reason", "Shutdown", "--token", token,
            "--times", String(times),
        ])
    }

    func key(_ name: ProviderKey.Name) throws -> ProviderKey {
        guard let key = try GatewayTemplate.shared.get().keys[name] else {
            throw Failure("there is no \(name) key")
        }
        return key
    }

    /// An accepted request that shows a provider token.
    func request(_ name: ProviderKey.Name, age: Int64 = 0) throws -> CurlRequest {
        var result = request
        result.identity = .providerToken(try key(name).token(age: age))
        return result
    }
}
