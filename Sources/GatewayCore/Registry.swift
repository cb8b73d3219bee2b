// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Who is known and who is there: devices, their connections and their tokens.
struct Registry: Sendable {
    struct Device: Sendable {
        var stored: StoredDevice
        /// The one connection on which it is reached.
        var connection: DeviceConnectionID?
        var outbox = Outbox()
        /// Accepted pushes that are being stored.
        var storingCount = 0
        var tokens: [AppKey: Token] = [:]

        /// Pushes that it will have to acknowledge.
        var outstandingPushCount: Int { outbox.count + storingCount }

        mutating func withOutbox<Result>(_ body: (inout Outbox) -> Result) -> Result {
            body(&outbox)
        }
    }

    struct Token: Sendable {
        var bytes: [UInt8]
        /// Nobody has been told of a token that is not.
        var isStored: Bool
    }

    enum Connection: Hashable, Sendable {
        /// It has not said who it is.
        case silent
        /// Its activation waits for the store.
        case activating
        case ready(DeviceID)
    }

    private(set) var devices: [DeviceID: Device] = [:]
    private(set) var connections: [DeviceConnectionID: Connection] = [:]
    private var owners: [[UInt8]: (device: DeviceID, app: AppKey)] = [:]

    var tokenCount: Int { owners.count }
    var connectedDeviceCount: Int { devices.values.count { $0.connection != nil } }
    var outstandingPushCount: Int { devices.values.reduce(0) { $0 + $1.outstandingPushCount } }

    // MARK: Devices and connections

    mutating func add(_ device: StoredDevice) { devices[device.id] = Device(stored: device) }

    mutating func remove(_ id: DeviceID) {
        guard let device = devices.removeValue(forKey: id) else { return }
        for token in device.tokens.values { owners[token.bytes] = nil }
    }

    mutating func add(_ connection: DeviceConnectionID) { connections[connection] = .silent }

    mutating func startActivation(on connection: DeviceConnectionID) {
        connections[connection] = .activating
    }

    /// Makes this the device's connection.
    ///
    /// - Returns: The connection that it had, already forgotten; the caller closes it.
    mutating func bind(_ connection: DeviceConnectionID, to id: DeviceID) -> DeviceConnectionID? {
        let older = devices[id]?.connection
        if let older { connections[older] = nil }
        devices[id]?.connection = connection
        connections[connection] = .ready(id)
        return older
    }

    /// - Returns: The device that is away now; nil if the connection was of none.
    mutating func remove(_ connection: DeviceConnectionID) -> DeviceID? {
        guard case .ready(let id)? = connections.removeValue(forKey: connection) else { return nil }
        devices[id]?.connection = nil
        return id
    }

    // MARK: Tokens

    func token(_ bytes: [UInt8]) -> StoredToken? {
        guard let owner = owners[bytes],
            let token = devices[owner.device]?.tokens[owner.app], token.isStored
        else { return nil }
        return StoredToken(bytes: bytes, device: owner.device, app: owner.app)
    }

    /// Adds it unless the bytes are taken or the device is unknown.
    mutating func add(_ token: StoredToken, isStored: Bool) -> Bool {
        guard owners[token.bytes] == nil, devices[token.device] != nil else { return false }
        owners[token.bytes] = (token.device, token.app)
        devices[token.device]?.tokens[token.app] = Token(bytes: token.bytes, isStored: isStored)
        return true
    }

    mutating func markStored(_ app: AppKey, of id: DeviceID) {
        devices[id]?.tokens[app]?.isStored = true
    }

    mutating func removeToken(of app: AppKey, on id: DeviceID) -> Token? {
        guard let token = devices[id]?.tokens.removeValue(forKey: app) else { return nil }
        owners[token.bytes] = nil
        return token
    }

    // MARK: Pushes

    mutating func startStoring(for id: DeviceID) { devices[id]?.storingCount += 1 }

    mutating func endStoring(for id: DeviceID) { devices[id]?.storingCount -= 1 }

    /// Changes the outbox in place.
    ///
    /// Nil for an unknown device.
    mutating func withOutbox<Result>(
        of id: DeviceID,
        _ body: (inout Outbox) -> Result
    ) -> Result? {
        devices[id]?.withOutbox(body)
    }
}
