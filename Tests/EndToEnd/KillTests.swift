// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing
import OCKTimeline

/// Ends one of the three with SIGKILL after a step, and looks at what is left.
@Suite struct KillTests {
    enum Victim: String, CaseIterable { case phone, gateway, app }

    private struct PhoneStatus: Decodable {
        var isGatewayConnected: Bool
        var calls: Int
        var runningApps: [BundleID]
    }

    private struct Push: Decodable { var outcome: String }

    @Test(
        "Killed after any step, it leaves the others at work, and each call once in Recents",
        arguments: Victim.allCases, StepOrder.steps)
    func killed(victim: Victim, step: TimelineStep) throws {
        let world = try World()
        let isEarly = [.pushPosted, .pushAccepted, .pushDelivered].contains(step)
        if victim == .app, isEarly {
            // So that there is one to kill.
            try expectSuccess(world.command("app", "open", Template.bundle))
            try world.wait(for: .appLaunched)
        }
        var ring = try Ring(world)
        try ring.go(until: step)
        switch victim {
        case .phone: try killPhone(world, &ring, after: step)
        case .gateway: try killGateway(world, &ring, after: step)
        case .app: try killApp(world, &ring, after: step)
        }
    }

    private func killPhone(_ world: World, _ ring: inout Ring, after step: TimelineStep) throws {
        world.phone.signal(SIGKILL)
        try world.phone.end()
        try expectSuccess(world.command("gateway", "status"))
        // Without a phone the push is taken by nobody.
        if step != .pushPosted { try world.wait(for: .pushAccepted) }
        // What it printed before its end is read by now.
        let begun = Set(world.entries.filter { $0.step == .callRinging }.compactMap(\.call))
        let isOver = world.count(of: .recentsRecorded) > 0

        try world.startPhoneAgain()
        // A push that it had, and had not given to its app yet, is given to it now.
        try settle(world, &ring)
        let status = try #require(try world.rows(PhoneStatus.self, "phone", "status").first)
        #expect(status.calls == 0)
        let calls = try world.recents()
        #expect(Set(calls.map(\.call)).count == calls.count)
        #expect(begun.isSubset(of: calls.map(\.call)))
        for call in calls {
            let isCut = !isOver && world.count(of: .callEnded) == 0
            if isCut { #expect(call.outcome == .failed) }
            if isOver { #expect(call.outcome == .ended) }
            #expect(call.outcome != nil && call.ended != nil)
        }
        try ringAgain(world)
    }

    private func killGateway(
        _ world: World, _ ring: inout Ring, after step: TimelineStep
    ) throws {
        world.gateway.signal(SIGKILL)
        try world.gateway.end()
        ring.gatewayIsGone()
        let pushed = try pushCame(world)
        if pushed { try ring.go(until: .recentsRecorded) }
        try expectSuccess(world.command("phone", "status"))
        let calls = try world.recents()
        #expect(calls.map(\.outcome) == (pushed ? [.ended] : []))
        try world.startGatewayAgain()
        try expectSuccess(world.command("gateway", "status"))
        try ringAgain(world)
    }

    /// What is left is of use: the next push rings.
    private func ringAgain(_ world: World) throws {
        var ring = try Ring(world)
        #expect(try ring.finish() == 0)
        #expect(ring.violations.filter { $0 != .missing(.appLaunched) } == [])
    }

    /// Whether the push has come to the phone, once nothing more can come from the gateway.
    private func pushCame(_ world: World) throws -> Bool {
        // Each look is an event of the phone's loop, which also holds the connection's end.
        var looks = 0
        while try world.rows(PhoneStatus.self, "phone", "status").first?.isGatewayConnected == true
        {
            looks += 1
            guard looks < 1000 else { throw Failure("the phone does not see the gateway's end") }
        }
        return try !world.rows(Push.self, "phone", "pushes").isEmpty
    }

    private func killApp(_ world: World, _ ring: inout Ring, after step: TimelineStep) throws {
        let app = try #require(world.appProcess())
        let ended = world.count(of: .appEnded)
        kill(app, SIGKILL)
        try world.wait(for: .appEnded, times: ended + 1)
        #expect(try ring.answerOfCurl() == 0)
        // A line that comes late must not count for the next push.
        try world.wait(for: .pushAccepted)
        try expectSuccess(world.command("gateway", "status"))
        try expectSuccess(world.command("phone", "status"))
        try world.wait(for: .pushDelivered)
        try settle(world, &ring)

        let calls = try world.recents()
        #expect(Set(calls.map(\.call)).count == calls.count)
        let begun = Set(world.entries.filter { $0.step == .callRinging }.compactMap(\.call))
        #expect(begun.isSubset(of: calls.map(\.call)))
        let reported = Set(world.entries.filter { $0.step == .callReported }.compactMap(\.call))
        #expect(reported.isSuperset(of: calls.map(\.call)))
        #expect(calls.allSatisfy { $0.outcome != nil })
        let reached = StepOrder.steps.firstIndex(of: step) ?? 0
        for call in calls where reached >= (StepOrder.steps.firstIndex(of: .callReported) ?? 0) {
            let isCut = reached < (StepOrder.steps.firstIndex(of: .callEnded) ?? 0)
            #expect(call.outcome == (isCut ? .failed : .ended))
        }
        if !calls.isEmpty { try world.wait(for: .recentsRecorded) }
        try ringAgain(world)
    }

    /// A push that waits for the app starts it again: the call then takes its whole way.
    private func settle(_ world: World, _ ring: inout Ring) throws {
        try world.wait(for: "the push to have its outcome") {
            try world.rows(Push.self, "phone", "pushes").first?.outcome != "pending"
        }
        let isRinging = try !world.rows(CallSummaryID.self, "call", "list").isEmpty
        if isRinging { try ring.go(until: .recentsRecorded) }
    }

    private struct CallSummaryID: Decodable { var id: CallID }
}
