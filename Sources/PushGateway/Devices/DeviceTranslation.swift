// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKCredentials
import GatewayCore
import OCKWire

/// The messages of the wire as the core knows them, and back. Secrets are hashed, and chance is
/// added, here.
extension DeviceRequest {
    init(_ message: DeviceMessage) {
        switch message {
        case .hello(let version, let proof): self = .hello(version: version, DeviceClaim(proof))
        case .register(let bundle, let environment, let kind):
            self = .register(AppKey(bundle, environment, kind), candidate: randomBytes(count: 32))
        case .unregister(let bundle, let environment, let kind):
            self = .unregister(AppKey(bundle, environment, kind))
        case .renew(let bundle, let environment, let kind):
            self = .renew(AppKey(bundle, environment, kind), candidate: randomBytes(count: 32))
        case .acknowledge(let id, let number): self = .acknowledge(id, number: number)
        case .ping(let number): self = .ping(number)
        }
    }
}

extension DeviceClaim {
    fileprivate init(_ proof: DeviceProof) {
        switch proof {
        case .activation(let code):
            let secret = randomBytes(count: 32)
            let candidate = DeviceCandidate(
                id: DeviceID(bytes: randomBytes(count: 16)),
                secret: secret,
                secretHash: sha256(secret)
            )
            self = .activation(codeHash: ActivationCode.hash(code), candidate)
        case .credential(let device, let secret):
            // What is no identifier is nobody's: no device has an empty hash.
            let id = DeviceID(device)
            self = .credential(
                id ?? DeviceID(high: 0, low: 0),
                secretHash: id == nil ? [] : sha256(secret.array)
            )
        }
    }
}

extension DeviceID {
    fileprivate init(bytes: [UInt8]) {
        self.init(
            high: bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) },
            low: bytes.dropFirst(8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        )
    }
}

extension AppKey {
    fileprivate init(
        _ bundle: BundleID,
        _ environment: PushEnvironment,
        _ kind: PushTokenKind
    ) {
        self.init(
            bundle: bundle,
            environment: environment == .production ? .production : .development,
            kind: kind == .voip ? .voip : .alert
        )
    }

    fileprivate var wireEnvironment: PushEnvironment {
        environment == .production ? .production : .development
    }

    fileprivate var wireKind: PushTokenKind { kind == .voip ? .voip : .alert }
}

extension GatewayMessage {
    init(_ reply: DeviceReply) {
        switch reply {
        case .welcome(let version): self = .welcome(version: version)
        case .activated(let id, let secret):
            self = .activated(device: id.description, secret: Bytes(secret))
        case .token(let app, let bytes):
            self = .token(app.bundle, app.wireEnvironment, app.wireKind, Bytes(bytes))
        case .pong(let number): self = .pong(number)
        case .deliver(let push): self = .deliver(PushDelivery(push))
        }
    }
}

extension PushDelivery {
    init(_ push: StoredPush) {
        self.init(
            id: push.id,
            number: push.key.number,
            bundle: push.app.bundle,
            environment: push.app.wireEnvironment,
            kind: push.app.wireKind,
            payload: Bytes(push.payload),
            expiration: push.expiration,
            acceptedAt: push.acceptedAt.milliseconds
        )
    }
}
