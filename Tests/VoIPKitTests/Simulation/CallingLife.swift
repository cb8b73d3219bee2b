// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Synchronization
import Testing
import VoIPKit

/// A phone, an app on VoIPKit, its person and the world, all by chance from one seed.
struct CallingLife {
    /// What the launches of one phone share.
    final class Tally: Sendable {
        let calls = Mutex(0)
        let launches = Mutex<UInt64>(0)
    }

    /// Far more than the eight that it takes until a call is told of.
    private static let stepsPerCall = 200

    let phone: SimulatedPhone
    let app: SimulatedApp
    let seed: UInt64
    let tally = Tally()
    var dice: Dice
    var callCount: UInt64 = 0

    init(seed: UInt64) {
        self.seed = seed
        dice = Dice(seed: seed)
        var rules = [SystemRules.iOS(18), .iOS(26, 4), .iOS(15)][Int(seed % 3)]
        rules.callsOfDeadApp = seed % 2 == 0 ? .end : .stay
        let phone = SimulatedPhone(rules, name: "seed \(seed)", seed: seed)
        phone.faults.pushesLate = seed % 3 == 0 ? .zero ... .seconds(2) : nil
        phone.faults.pushesDoubled = 0.1
        phone.faults.pushesReordered = 0.1
        phone.faults.callbacksSlow = seed % 4 == 0 ? .zero ... .milliseconds(300) : nil
        phone.faults.reportCompletionsLate = seed % 5 == 0 ? .zero ... .seconds(1) : nil
        self.phone = phone
        let (owner, tally, store) = (Unowned(phone), tally, MemoryCallStore())
        app = phone.launch(TestApp.bundle) {
            let app = TestApp(owner.phone, store: store)
            let launch = tally.launches.withLock { launches in
                launches += 1
                return launches
            }
            let farEnd = FickleFarEnd(app, seed: seed &* 1_000 &+ launch)
            let observation = app.manager.observe { change in
                guard case .added = change else { return }
                tally.calls.withLock { $0 += 1 }
            }
            return RunningApp(app: app, farEnd: farEnd, observation: observation)
        }
    }

    /// What a launch keeps alive.
    @MainActor final class RunningApp {
        let app: TestApp
        private let farEnd: FickleFarEnd
        private let observation: CallObservation

        init(app: TestApp, farEnd: FickleFarEnd, observation: CallObservation) {
            self.app = app
            self.farEnd = farEnd
            self.observation = observation
        }
    }

    /// Lives until there were so many calls; after each few all is brought to rest and looked at.
    ///
    /// - Parameter count: How many calls the app is to have been told of.
    /// - Throws: What the phone throws where it does not come to rest.
    mutating func live(calls count: Int) async throws {
        defer { phone.close() }
        var restedAt = 0
        // Where no calls come any more, that is a finding of its own.
        for _ in 0..<count * Self.stepsPerCall {
            let toldCount = tally.calls.withLock { $0 }
            if toldCount >= restedAt + 100 || toldCount >= count {
                try await rest()
                restedAt = toldCount
                if toldCount >= count { return }
            }
            try await step()
            // Some things happen at once, before anything has settled.
            if dice.percent(50) { continue }
            try await phone.advance(by: pause())
        }
        Issue.record("the app is told of no calls any more; \(place)")
    }

    private mutating func pause() -> Duration {
        switch Int.random(in: 0..<10, using: &dice) {
        case 0..<2: .zero
        case 2..<6: .seconds(dice.seconds(0...1))
        case 6..<9: .seconds(dice.seconds(1...5))
        default: .seconds(dice.seconds(5...40))
        }
    }
}
