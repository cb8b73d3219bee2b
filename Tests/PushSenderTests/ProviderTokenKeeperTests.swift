// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import PushSender

@Suite struct ProviderTokenKeeperTests {
    private static let wall: Int64 = 1_800_000_000

    private func keeper() -> ProviderTokenKeeper {
        ProviderTokenKeeper { Array("bearer \($0)".utf8) }
    }

    private func nanoseconds(_ minutes: Int64) -> Int64 { minutes * 60 * 1_000_000_000 }

    @Test("A token is signed once, with the wall clock's time, and kept for 50 minutes")
    func kept() {
        var keeper = keeper()
        let token = keeper.tokenForConnection(now: 0, wall: Self.wall)
        #expect(token?.authorization == Array("bearer \(Self.wall)".utf8))
        for minute in stride(from: Int64(0), to: 50, by: 7) {
            let advice = keeper.advice(
                serial: 1, since: 0, now: nanoseconds(minute), wall: Self.wall + minute * 60)
            #expect(advice == .keep)
        }
        let advice = keeper.advice(
            serial: 1, since: 0, now: nanoseconds(50), wall: Self.wall + 3_000)
        #expect(advice == .change)
        #expect(keeper.token?.serial == 2)
        #expect(keeper.token?.issuedAt == Self.wall + 3_000)
    }

    @Test("A connection that begins with a token of 30 minutes gets a new one, or the old one")
    func newConnection() {
        var keeper = keeper()
        _ = keeper.tokenForConnection(now: 0, wall: Self.wall)
        let young = keeper.tokenForConnection(now: nanoseconds(29), wall: Self.wall + 29 * 60)
        #expect(young?.serial == 1)
        let old = keeper.tokenForConnection(now: nanoseconds(30), wall: Self.wall + 30 * 60)
        #expect(old?.serial == 2)
    }

    @Test(
        "No connection changes its token within 20 minutes, whenever it begins",
        arguments: stride(from: Int64(0), through: 60, by: 1).map { $0 })
    func interval(beginning: Int64) {
        var keeper = keeper()
        _ = keeper.tokenForConnection(now: 0, wall: Self.wall)
        let token = keeper.tokenForConnection(
            now: nanoseconds(beginning), wall: Self.wall + beginning * 60)
        let serial = token?.serial ?? 0
        for minute in beginning...(beginning + 19) {
            let advice = keeper.advice(
                serial: serial, since: nanoseconds(beginning), now: nanoseconds(minute),
                wall: Self.wall + minute * 60)
            #expect(advice == .keep)
        }
    }

    @Test("A wall clock that jumps makes the token worthless, and young connections are left")
    func clockJumps() {
        // Forward, as after a sleep of the machine; back; and back within the tolerance.
        for (jump, advice) in [
            (7_200, ProviderTokenKeeper.Advice.leave), (-3_600, .leave), (-30, .keep),
        ] {
            var keeper = keeper()
            _ = keeper.tokenForConnection(now: 0, wall: Self.wall)
            let now = Self.wall + 60 + Int64(jump)
            let given = keeper.advice(serial: 1, since: 0, now: nanoseconds(1), wall: now)
            #expect(given == advice)
            let next = keeper.tokenForConnection(now: nanoseconds(1), wall: now)
            #expect(next?.serial == (advice == .keep ? 1 : 2))
        }
        var keeper = keeper()
        _ = keeper.tokenForConnection(now: 0, wall: Self.wall)
        let later = keeper.advice(
            serial: 1, since: 0, now: nanoseconds(25), wall: Self.wall + 90_000)
        #expect(later == .change)
    }

    @Test("A token that is called expired is renewed once, and not again within 20 minutes")
    func rejected() {
        var keeper = keeper()
        _ = keeper.tokenForConnection(now: 0, wall: Self.wall)
        let isFirstRenewed = keeper.rejected(serial: 1, now: 0, wall: Self.wall)
        #expect(isFirstRenewed)
        #expect(keeper.token?.serial == 2)
        // What was sent with the old one is worth another try; the new one is not renewed.
        let isOldTriedAgain = keeper.rejected(serial: 1, now: 0, wall: Self.wall)
        #expect(isOldTriedAgain)
        let isRenewedSoon = keeper.rejected(serial: 2, now: nanoseconds(19), wall: Self.wall)
        #expect(!isRenewedSoon)
        let isRenewedLater = keeper.rejected(
            serial: 2, now: nanoseconds(20), wall: Self.wall + 1_200)
        #expect(isRenewedLater)
    }
}
