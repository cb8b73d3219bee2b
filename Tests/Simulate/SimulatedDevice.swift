// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// A phone as a push service meets it: a connection, a disk, and an app that takes pushes.
struct SimulatedDevice {
    /// A push on the phone's disk.
    struct Kept {
        var place: Int
        var number: PushKey
        /// Marked before it was given to its app.
        var isMarked = false
    }

    /// Zero until it is activated.
    private(set) var id = DeviceID(high: 0, low: 0)
    let secretHash: [UInt8]
    /// It has learnt its secret.
    private(set) var isActivated = false
    /// As the phone has it.
    var connection: DeviceConnectionID?
    /// All that it ever had.
    var connections: [DeviceConnectionID] = []
    /// It has read the welcome on its connection.
    var isWelcome = false
    /// Places of the apps that want a token.
    var wanted: Set<Int> = [0, 1, 2]
    /// On the wire, oldest first.
    var incoming: [DeviceReply] = []
    var outgoing: [DeviceRequest] = []
    /// By the app's place; the last is the one in use.
    var tokens: [Int: [[UInt8]]] = [:]
    var kept: [Kept] = []
    /// The push that is marked and not given yet.
    var inHand: Int?

    init(secretHash: [UInt8]) { self.secretHash = secretHash }

    /// It is known under this id from now on.
    mutating func activated(_ id: DeviceID) {
        self.id = id
        isActivated = true
        tokens = [:]
    }

    /// The connection is gone, and what was on the wire with it.
    mutating func lose() {
        connection = nil
        isWelcome = false
        incoming = []
        outgoing = []
    }
}
