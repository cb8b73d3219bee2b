// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("By what calls are shown") @MainActor
struct CallAvailabilityTests {
    typealias Facts = CallAvailability.Facts

    /// One row of the table: what is so, and what comes of it.
    struct Row: Sendable, CustomTestStringConvertible {
        let facts: Facts
        let policy: CallAvailability.Policy
        let choice: CallAvailability.Choice
        let reason: CallAvailability.Reason

        init(
            _ region: String?, _ choice: CallAvailability.Choice,
            _ reason: CallAvailability.Reason, version: SystemVersion = SystemVersion(18),
            isEntitled: Bool = true, isSwitchedOn: Bool = true, hasKit: Bool = true,
            _ change: (inout CallAvailability.Policy) -> Void = { _ in }
        ) {
            facts = Facts(
                region: region, systemVersion: version, isEntitled: isEntitled,
                isSwitchedOn: isSwitchedOn, hasLiveCommunicationKit: hasKit)
            var policy = CallAvailability.Policy()
            change(&policy)
            self.policy = policy
            self.choice = choice
            self.reason = reason
        }

        var testDescription: String { "\(facts) \(policy) → \(choice), \(reason)" }
    }

    nonisolated static let rows: [Row] = [
        Row("DE", .callKit, .nothingAgainst),
        Row("US", .callKit, .nothingAgainst, version: SystemVersion(10)),
        Row("US", .inApp, .systemTooOld, version: SystemVersion(9, 3)),
        // Mainland China, as locales and storefronts write it; not its neighbours (B116).
        Row("CN", .inApp, .region), Row("CHN", .inApp, .region), Row("cn", .inApp, .region),
        Row("HK", .callKit, .nothingAgainst), Row("MO", .callKit, .nothingAgainst),
        Row("TW", .callKit, .nothingAgainst),
        // Nobody knows: the worse error is avoided, unless the app says otherwise.
        Row(nil, .inApp, .regionUnknown),
        Row(nil, .callKit, .nothingAgainst) { $0.treatsUnknownRegionAsRestricted = false },
        // An app may close other regions, or open them all.
        Row("AE", .inApp, .region) { $0.restrictedRegions.insert("AE") },
        Row("CN", .callKit, .nothingAgainst) { $0.restrictedRegions = [] },
        // The person's wish goes before all, then what the app declares.
        Row("DE", .inApp, .switchedOff, isSwitchedOn: false),
        Row("CN", .inApp, .switchedOff, isSwitchedOn: false) {
            $0.restrictedRule = .liveCommunicationKit
        },
        Row("DE", .inApp, .notEntitled, isEntitled: false),
        Row("DE", .inApp, .switchedOff, isEntitled: false, isSwitchedOn: false),
        // LiveCommunicationKit, where it is wished for, built in, and there.
        Row("DE", .liveCommunicationKit, .preferred) { $0.prefersLiveCommunicationKit = true },
        Row("DE", .callKit, .nothingAgainst, version: SystemVersion(17, 3)) {
            $0.prefersLiveCommunicationKit = true
        },
        Row("DE", .liveCommunicationKit, .preferred, version: SystemVersion(17, 4)) {
            $0.prefersLiveCommunicationKit = true
        },
        Row("DE", .callKit, .nothingAgainst, hasKit: false) {
            $0.prefersLiveCommunicationKit = true
        },
        Row("CN", .inApp, .region) { $0.prefersLiveCommunicationKit = true },
        Row("CN", .liveCommunicationKit, .region) { $0.restrictedRule = .liveCommunicationKit },
        Row("CN", .inApp, .region, version: SystemVersion(17, 3)) {
            $0.restrictedRule = .liveCommunicationKit
        },
        Row("CN", .inApp, .region, hasKit: false) { $0.restrictedRule = .liveCommunicationKit },
        Row(nil, .liveCommunicationKit, .regionUnknown) {
            $0.restrictedRule = .liveCommunicationKit
        },
    ]

    @Test("Each row of the table comes to its choice, for its reason", arguments: rows)
    func table(_ row: Row) {
        let decision = row.facts.decide(row.policy)
        #expect(decision.choice == row.choice)
        #expect(decision.reason == row.reason)
    }

    @Test("With the app's own screen, and with that alone, VoIP pushes may not be taken (B121)")
    func pushes() {
        let taking = CallAvailability.Choice.allCases.filter(\.takesVoIPPushes)
        #expect(taking == [.callKit, .liveCommunicationKit])
    }

    /// A store that forgets all with its test.
    @MainActor final class Memory: CallRegionStore {
        var region: String?

        init(_ region: String? = nil) { self.region = region }
    }

    func availability(
        _ source: CallRegionSource, _ store: Memory = Memory(), isSwitchedOn: Bool = true
    ) -> CallAvailability {
        CallAvailability(
            region: source, isSwitchedOn: isSwitchedOn, store: store,
            systemVersion: SystemVersion(18), isEntitled: true)
    }

    @Test("A source that knows at once is asked before anything is registered")
    func immediate() {
        let store = Memory()
        let availability = availability(.immediate { "CN" }, store)
        #expect(availability.choice == .inApp)
        #expect(availability.decision.reason == .region)
        #expect(store.region == "CN")
    }

    @Test("A source that takes time is waited for with the region of the last launch")
    func last() {
        #expect(availability(.asking { nil }, Memory("DE")).choice == .callKit)
        #expect(availability(.asking { nil }, Memory("CN")).choice == .inApp)
        #expect(availability(.immediate { nil }, Memory("DE")).choice == .callKit)
    }

    @Test("The first launch of all waits with the app's own screen, and changes when it is known")
    func first() async {
        let store = Memory()
        let availability = availability(.asking { "DE" }, store)
        #expect(availability.choice == .inApp)
        #expect(availability.decision.reason == .regionUnknown)
        var told: [CallAvailability.Choice] = []
        let observation = availability.observe { told.append($0) }
        await availability.update()
        #expect(told == [.callKit])
        #expect(store.region == "DE")
        // The question that was asked at launch changes nothing any more.
        await availability.update()
        #expect(told == [.callKit])
        observation.cancel()
    }

    @Test("An answer that a later question has overtaken is dropped")
    func overtaken() async {
        let question = Question()
        let availability = availability(.asking { await question.ask() }, Memory("DE"))
        let first = Task { await availability.update() }
        let second = Task { await availability.update() }
        while question.waiting.count < 3 { await Task.yield() }
        question.waiting[2].resume(returning: "CN")
        await second.value
        question.waiting[1].resume(returning: "DE")
        question.waiting[0].resume(returning: "DE")
        await first.value
        #expect(availability.choice == .inApp)
        #expect(availability.facts.region == "CN")
    }

    /// Who waits to be told of the region.
    @MainActor final class Question {
        var waiting: [CheckedContinuation<String?, Never>] = []

        func ask() async -> String? { await withCheckedContinuation { waiting.append($0) } }
    }

    @Test("Not to know now changes nothing of what was known")
    func notKnown() async {
        let storefront = Memory("CN")
        let availability = availability(.immediate { storefront.region })
        storefront.region = nil
        await availability.update()
        #expect(availability.choice == .inApp)
        storefront.region = "DE"
        await availability.update()
        #expect(availability.choice == .callKit)
    }

    @Test("The person's switch and a new policy take effect at once, and are told of once")
    func switches() {
        let availability = availability(.immediate { "DE" })
        var told: [CallAvailability.Choice] = []
        let observation = availability.observe { told.append($0) }
        availability.isSwitchedOn = false
        availability.policy.restrictedRegions.insert("DE")
        #expect(availability.decision.reason == .switchedOff)
        availability.isSwitchedOn = true
        #expect(availability.decision.reason == .region)
        availability.policy = CallAvailability.Policy()
        #expect(told == [.inApp, .callKit])
        observation.cancel()
        availability.isSwitchedOn = false
        #expect(told == [.inApp, .callKit])
    }

    @Test("Who lets go of the observation is told no more")
    func letGo() {
        let availability = availability(.immediate { "DE" })
        var count = 0
        var observation: CallObservation? = availability.observe { _ in count += 1 }
        availability.isSwitchedOn = false
        #expect(count == 1)
        #expect(observation != nil)
        observation = nil
        availability.isSwitchedOn = true
        #expect(count == 1)
    }

    @Test(
        "The background mode is read from Info.plist; a process without a bundle has none to read")
    func info() {
        #expect(CallAvailability.declaresCalls(nil))
        #expect(CallAvailability.declaresCalls([:]))
        let id = ["CFBundleIdentifier": "com.example.app"]
        #expect(!CallAvailability.declaresCalls(id))
        let modes: [String: Any] = [
            "CFBundleIdentifier": "a", "UIBackgroundModes": ["audio", "voip"],
        ]
        #expect(CallAvailability.declaresCalls(modes))
        #expect(
            !CallAvailability.declaresCalls([
                "CFBundleIdentifier": "a", "UIBackgroundModes": ["audio"],
            ]))
    }

    @Test("The preferences keep the region over the app's life")
    func defaults() throws {
        let name = "VoIPKitTests.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: name))
        defer { defaults.removePersistentDomain(forName: name) }
        #expect(UserDefaultsRegionStore(defaults: defaults).region == nil)
        UserDefaultsRegionStore(defaults: defaults).region = "CHN"
        #expect(UserDefaultsRegionStore(defaults: defaults).region == "CHN")
    }
}
