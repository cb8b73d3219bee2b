// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import OpenCallKitCommand

/// What the doctor says of a phone.
@Suite struct PhoneCheckupTests {
    private func status(gateway: String? = "localhost:5223", isConnected: Bool = true)
        -> PhoneStatus
    {
        PhoneStatus(
            processID: 1, startedAt: WallTime(milliseconds: 0), gateway: gateway,
            isGatewayConnected: isConnected, calls: 0, runningApps: [])
    }

    /// An app whose bundle is gone, so that its first finding is about that.
    private func app(token: Bytes? = Bytes([1, 2])) -> AppSummary {
        AppSummary(
            bundle: "a.b", name: "A", path: "/none/A.app", isLinked: false, pushToken: token,
            pushEnvironment: .production)
    }

    private func pushes(_ outcomes: PushOutcome...) -> [PushRecord] {
        outcomes.map {
            PushRecord(
                id: PushID(high: 1, low: 1), bundle: "a.b", received: WallTime(milliseconds: 0),
                outcome: $0)
        }
    }

    private func words(
        _ status: PhoneStatus, _ apps: [AppSummary], _ pushes: [PushRecord] = []
    ) -> [String] {
        PhoneCheckup(status: status, apps: apps, pushes: pushes).findings().map(\.text)
    }

    @Test("A phone without a push service, without its connection, or without apps")
    func phone() {
        #expect(words(status(gateway: nil), [])[0].contains("has no push service"))
        let lost = words(status(isConnected: false), [])
        #expect(lost[0].contains("not connected to the push service at localhost:5223"))
        #expect(lost[1].contains("no app is installed"))
        #expect(words(status(), []).count == 1)
    }

    @Test("An installed app's bundle is looked at, and its findings name the app")
    func bundle() {
        let found = words(status(), [app()])
        #expect(found.count == 1 && found[0].hasPrefix("a.b: /none/A.app is no app bundle"))
    }

    @Test("B117: an app without a token is told to register")
    func token() {
        #expect(words(status(), [app(token: nil)])[1].contains("no push token yet"))
    }

    @Test("B121, B126: pushes without a call, and pushes that are dropped for it")
    func breaches() {
        let call = CallID(high: 1, low: 1)
        #expect(words(status(), [app()], pushes(.rang(call), .notReported, .dropped)).count == 1)
        let once = words(status(), [app()], pushes(.notReported, .rang(call), .notReported))
        #expect(once.count == 2 && once[1].contains("took a push and reported no call"))
        let twice = words(status(), [app()], pushes(.notReported, .notReported))
        #expect(twice.count == 2 && twice[1].contains("took 2 pushes"))
        let blocked = words(status(), [app()], pushes(.dropped, .dropped, .notReported))
        #expect(blocked.count == 2 && blocked[1].contains("are dropped"))
        // Too many waited, and no rule was broken.
        #expect(words(status(), [app()], pushes(.dropped, .rang(call))).count == 1)
    }
}
