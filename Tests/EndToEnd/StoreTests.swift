// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKWire
import Testing

/// A phone that was off while it was pushed to gets what APNs promises: one push for each app, the
/// newest, if its date has not passed.
@Suite struct StoreTests {
    /// What a provider says in `apns-expiration`, and whether the phone is to get the push once it
    /// is on again.
    enum Expiration: String, CaseIterable {
        case none, zero, ahead, past
        /// What people write who take it for a duration: a moment in 1970.
        case seconds

        var header: String? {
            switch self {
            case .none: nil
            case .zero: "0"
            case .ahead: String(time(nil) + 60)
            case .past: String(time(nil) - 60)
            case .seconds: "300"
            }
        }

        var isKept: Bool { self == .none || self == .ahead }
    }

    @Test(
        "A phone that comes back gets a push whose date is ahead, and none that was for once",
        arguments: [false, true])
    func expirations(isGatewayKilled: Bool) throws {
        let stand = try GatewayStand()
        var away: [(Expiration, ScriptedDevice, String)] = []
        for expiration in Expiration.allCases {
            let device = try ScriptedDevice(stand)
            let token = try device.register()
            device.disconnect()
            away.append((expiration, device, token))
            try push(stand, token, #"{"number":1}"#, expiration.header)
        }
        if isGatewayKilled { try stand.killAndStartAgain() }
        for (expiration, device, token) in away {
            try device.connect()
            // What comes now comes after all that was kept.
            try push(stand, token, #"{"number":2}"#, "0")
            try device.wait(for: "the push that it is there for") {
                device.payloads.contains(#"{"number":2}"#)
            }
            let expected = (expiration.isKept ? [#"{"number":1}"#] : []) + [#"{"number":2}"#]
            #expect(device.payloads == expected, "\(expiration)")
        }
    }

    @Test(
        "Of several pushes for one app the newest alone is kept, and it comes once",
        arguments: [false, true])
    func newest(isGatewayKilled: Bool) throws {
        let stand = try GatewayStand()
        let device = try ScriptedDevice(stand)
        let token = try device.register()
        device.disconnect()
        for number in 1...3 { try push(stand, token, "{\"number\":\(number)}", nil) }
        if isGatewayKilled { try stand.killAndStartAgain() }
        try device.connect()
        try device.wait(for: "the newest") { !device.deliveries.isEmpty }
        try device.settle()
        device.disconnect()
        if isGatewayKilled { try killOnceAcknowledged(stand) }
        try device.connect()
        try push(stand, token, #"{"number":4}"#, "0")
        try device.wait(for: "the push that it is there for") { device.deliveries.count > 1 }
        #expect(device.payloads == [#"{"number":3}"#, #"{"number":4}"#])
    }

    /// What was acknowledged leaves the store a moment later; the store writes in order, so what it
    /// is asked to write now comes after that.
    private func killOnceAcknowledged(_ stand: GatewayStand) throws {
        try stand.command(["gateway", "issue", "activation"])
        try stand.killAndStartAgain()
    }

    private func push(
        _ stand: GatewayStand, _ token: String, _ payload: String, _ expiration: String?
    ) throws {
        var request = CurlRequest(identity: .certificate(stand.voipCertificate), token: token)
        request.body = payload
        request.expiration = expiration
        let answer = try request.ask(stand)
        try #require(answer.status == 200, "\(answer)")
    }

    @Test(
        "A phone killed and started again rings for a push that was kept, and for no other",
        arguments: [Expiration.zero, .ahead, .past], [false, true])
    func phone(expiration: Expiration, isGatewayKilled: Bool) throws {
        let world = try World()
        world.phone.signal(SIGKILL)
        try world.phone.end()
        try push(world, expiration)
        if isGatewayKilled { try world.killGatewayAndStartAgain() }
        try world.startPhoneAgain()
        if expiration.isKept {
            var ring = Ring(keptIn: world)
            try ring.go(until: .recentsRecorded)
        }
        var ring = try Ring(world)
        #expect(try ring.finish() == 0)
        #expect(try world.recents().count == (expiration.isKept ? 2 : 1))
    }

    private func push(_ world: World, _ expiration: Expiration) throws {
        let dates = expiration.header.map { "apns-expiration: \($0)" }
        let words = try world.curlWords().map { word in
            word.hasPrefix("apns-expiration:") ? dates ?? "apns-expiration;" : word
        }
        let program = try Program(words)
        #expect(try program.end() == 0, "\(program.errors)")
    }
}
