// SPDX-License-Identifier: Apache-2.0
import OCKTimeline
import CallModel
import Testing

@Suite struct RingTests {
    @Test("The curl line rings again and again, with the app running or not")
    func again() throws {
        let world = try World()
        for number in 1...3 {
            var ring = try Ring(world)
            #expect(try ring.finish() == 0)
            // After the first one the app is running already.
            let violations = ring.violations.filter { number == 1 || $0 != .missing(.appLaunched) }
            #expect(violations == [], "ring \(number)")
        }
        let calls = try world.recents()
        #expect(calls.count == 3)
        #expect(Set(calls.map(\.call)).count == 3)
        for call in calls {
            #expect(call.outcome == .ended)
            #expect(call.name == "Tester")
            #expect(call.handle?.value == "0123456789")
            #expect(call.connected != nil)
        }
    }

    @Test(
        "An app that takes a push and reports no call is ended, with Apple's words (B121)"
    )
    func silent() throws {
        let world = try World()
        let info = "\(world.home)/Silent.plist"
        let plist = try readText("\(Binaries.package)/Examples/Hotline/Info.plist")
        try writeText(
            plist.replacing("<string>Hotline</string>", with: "<string>SilentApp</string>"),
            to: info)
        // Of the same bundle identifier, so that it takes Hotline's place and its token.
        try world.install(Binaries.silentApp, info: info)
        let ended = world.count(of: .appEnded)
        let ring = try Ring(world)
        #expect(try ring.answerOfCurl() == 0)
        try world.wait(for: .appEnded, times: ended + 1)
        let log = try readText("\(world.home)/state/logs/\(Template.bundle).log")
        #expect(
            log.contains(
                "Killing app because it never posted an incoming call to the system after "
                    + "receiving a PushKit VoIP push."
            )
        )
        #expect(try world.recents().isEmpty)
        struct Push: Decodable { var outcome: String }
        #expect(try world.rows(Push.self, "phone", "pushes").map(\.outcome) == ["notReported"])
        try expectSuccess(world.command("phone", "status"))
    }
}
