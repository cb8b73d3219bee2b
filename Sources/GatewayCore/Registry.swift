// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Who is known and who is there: devices, their connections and their tokens.
struct Registry: Sendable {
    struct Device: Sendable {
        var stored: StoredDevice
        /// The one connection on which it is reached.
        var connection: DeviceConnectionID?
        /// When it said something last.
        var heardAt = MonotonicTime(nanoseconds: .min)
        var outbox = Outbox()
        /// Accepted pushes that are being stored.
        var storingCount = 0
        /// Places of its tokens, dead ones too, in the order of their making.
        var tokens: [Int] = []

        /// Pushes that it will have to acknowledge.
        var outstandingPushCount: Int { outbox.count + storingCount }
    }

    struct Token: Sendable {
        let bytes: [UInt8]
        let device: DeviceID
        /// The device's place.
        let place: Int
        let app: AppKey
        /// The topic that it is good for, in UTF-8.
        let topic: [UInt8]
        /// Nobody has been told of a token that is not.
        var isStored: Bool
        var end: TokenEnd?
        /// It has ended, and its new life is on its way to the store.
        var isReviving = false
        /// When a token that has ended is answered with 410.
        var isGoneAt = MonotonicTime(nanoseconds: .max)
        /// When a push would be due if all had come at the permitted rate.
        var paceTime = MonotonicTime(nanoseconds: .min)

        fileprivate static let blank = Token(
            bytes: [],
            device: DeviceID(high: 0, low: 0),
            place: 0,
            app: AppKey(bundle: "", environment: .production),
            topic: [],
            isStored: false
        )

        var stored: StoredToken { StoredToken(bytes: bytes, device: device, app: app, end: end) }
    }

    enum Connection: Hashable, Sendable {
        /// It has not said who it is.
        case silent
        /// Its activation waits for the store.
        case activating
        case ready(DeviceID)
    }

    private(set) var connections: [DeviceConnectionID: Connection] = [:]
    private var devices = SlotTable(
        blank: Device(stored: StoredDevice(id: DeviceID(high: 0, low: 0), secretHash: []))
    )
    private(set) var places: [DeviceID: Int] = [:]
    private var tokens = SlotTable(blank: Token.blank)
    private var tokenPlaces: [TokenKey: Int] = [:]

    var deviceCount: Int { places.count }
    var tokenCount: Int { tokens.places.count { tokens[$0].end == nil && tokens[$0].isStored } }
    var connectedDeviceCount: Int { devices.places.count { devices[$0].connection != nil } }
    var outstandingPushCount: Int {
        devices.places.reduce(0) { $0 + devices[$1].outstandingPushCount }
    }

    // MARK: Devices and connections

    func place(of id: DeviceID) -> Int? { places[id] }

    /// The device at a place in use.
    subscript(place: Int) -> Device {
        _read { yield devices[place] }
        _modify { yield &devices[place] }
    }

    /// The device's connection; nil if it is away or unknown.
    func connection(of id: DeviceID) -> DeviceConnectionID? {
        places[id].flatMap { devices[$0].connection }
    }

    /// All connections, in their order.
    var connectionIDs: [DeviceConnectionID] { connections.keys.sorted() }

    mutating func add(_ device: StoredDevice) {
        guard places[device.id] == nil else { return }
        places[device.id] = devices.add(Device(stored: device))
    }

    mutating func remove(_ id: DeviceID) {
        guard let place = places.removeValue(forKey: id) else { return }
        for token in devices[place].tokens {
            tokenPlaces[TokenKey(tokens[token].bytes)] = nil
            tokens.remove(token)
        }
        devices.remove(place)
    }

    mutating func add(_ connection: DeviceConnectionID) { connections[connection] = .silent }

    mutating func startActivation(on connection: DeviceConnectionID) {
        connections[connection] = .activating
    }

    /// Makes this the device's connection.
    ///
    /// - Returns: The connection that it had, already forgotten; the caller closes it.
    mutating func bind(_ connection: DeviceConnectionID, to id: DeviceID) -> DeviceConnectionID? {
        guard let place = places[id] else { return nil }
        let older = devices[place].connection
        if let older { connections[older] = nil }
        devices[place].connection = connection
        connections[connection] = .ready(id)
        return older
    }

    /// - Returns: The device that is away now; nil if the connection was of none.
    mutating func remove(_ connection: DeviceConnectionID) -> DeviceID? {
        guard case .ready(let id)? = connections.removeValue(forKey: connection) else { return nil }
        if let place = places[id] { devices[place].connection = nil }
        return id
    }

    // MARK: Tokens

    func tokenPlace(_ key: TokenKey) -> Int? { tokenPlaces[key] }

    func token(at place: Int) -> Token { tokens[place] }

    /// The token at a place in use, read where it is.
    subscript(token place: Int) -> Token {
        _read { yield tokens[place] }
    }

    /// Changes the token at a place in use.
    mutating func withToken<Result>(
        at place: Int,
        _ body: (inout Token) -> Result
    ) -> Result { body(&tokens[place]) }

    /// Adds it unless the bytes are taken or the device is unknown.
    ///
    /// - Returns: Its place.
    mutating func add(_ token: StoredToken, isStored: Bool) -> Int? {
        let key = TokenKey(token.bytes)
        guard tokenPlaces[key] == nil, let device = places[token.device] else { return nil }
        let place = tokens.add(
            Token(
                bytes: token.bytes,
                device: token.device,
                place: device,
                app: token.app,
                topic: Array(token.app.topic.utf8),
                isStored: isStored,
                end: token.end
            )
        )
        tokenPlaces[key] = place
        devices[device].tokens.append(place)
        return place
    }

    mutating func removeToken(at place: Int) {
        let token = tokens[place]
        tokenPlaces[TokenKey(token.bytes)] = nil
        devices[token.place].tokens.removeAll { $0 == place }
        tokens.remove(place)
    }

    /// The app's token that is in use.
    func currentToken(of app: AppKey, on id: DeviceID) -> Int? {
        lastToken(of: app, on: id) { $0.isStored && $0.end == nil }
    }

    /// The app's token that is on its way to the store, for the first time or again.
    func pendingToken(of app: AppKey, on id: DeviceID) -> Int? {
        lastToken(of: app, on: id) { !$0.isStored || $0.isReviving }
    }

    /// The app's newest token that fits.
    func lastToken(
        of app: AppKey,
        on id: DeviceID,
        where fits: (Token) -> Bool
    ) -> Int? {
        guard let place = places[id] else { return nil }
        return devices[place].tokens.last { tokens[$0].app == app && fits(tokens[$0]) }
    }

    /// Places of the device's tokens that have ended, oldest first.
    func endedTokens(of id: DeviceID) -> [Int] {
        guard let place = places[id] else { return [] }
        return devices[place].tokens.filter { tokens[$0].end != nil }
    }

    /// How many apps of the device have a token, counted for each environment and kind.
    func appCount(of id: DeviceID) -> Int {
        guard let place = places[id] else { return 0 }
        return devices[place].tokens.count { tokens[$0].end == nil }
    }

    // MARK: Pushes

    mutating func startStoring(for id: DeviceID) {
        if let place = places[id] { devices[place].storingCount += 1 }
    }

    mutating func endStoring(for id: DeviceID) {
        if let place = places[id] { devices[place].storingCount -= 1 }
    }

    /// Changes the outbox in place; nil for an unknown device.
    mutating func withOutbox<Result>(
        of id: DeviceID,
        _ body: (inout Outbox) -> Result
    ) -> Result? {
        places[id].map { body(&devices[$0].outbox) }
    }
}
