// SPDX-License-Identifier: Apache-2.0
package import CallModel
import OpenCallKit
package import PhoneCore
package import PhoneHost

/// The host of one simulated phone with its services, all in memory.
///
/// One owner: the phone's queue.
package final class PhoneStage {
    package let store = MemoryStore()
    package let launcher = MemoryLauncher()
    package let catalog = MemoryCatalog()
    package let ringer = MemoryRinger()
    package let courier = MemoryCourier()
    package let settingsStore = MemorySettings()
    package let contactBook = MemoryContacts()
    package let directories: MemoryDirectories
    package let time: VirtualTime
    package private(set) var host: PhoneHost
    package var onTimeline: ((TimelineEntry) -> Void)?
    package var onBreach: ((RuleBreach) -> Void)?

    private let services: HostServices
    private let rules: SystemRules
    private let seed: UInt64
    /// What the person and the world have set, which a restart of the phone does not change.
    private var settings: [Setting] = []
    private var lastToken: UInt64 = 0
    private var lastIdentifier: UInt64 = 0
    private let draws: FaultDraws
    let faults: FaultDesk
    /// What makes the handlers of extensions, by their identifiers.
    var handlers: [ExtensionID: @Sendable () -> CXCallDirectoryProvider] = [:]
    /// What programs answer when they are asked whether they are quiet, by their session.
    var listeners: [SessionID: (_ number: Int, _ activity: Int) -> Void] = [:]
    private var stepCount = 0
    /// Runs something once the phone's present step is over.
    var later: (@escaping () -> Void) -> Void = { $0() }

    private enum Setting: Equatable {
        case user(UserAction)
        case world(WorldEvent)
    }

    package init(rules: SystemRules, name: String, seed: UInt64, time: VirtualTime) {
        self.rules = rules
        self.seed = seed
        self.time = time
        draws = FaultDraws(seed: seed, phone: name)
        faults = FaultDesk(draws: draws, time: time)
        directories = MemoryDirectories(time: time)
        services = HostServices(
            store: store, launcher: launcher, catalog: catalog, ringer: ringer, courier: courier,
            directories: directories, settings: settingsStore, contacts: contactBook)
        host = Self.makeHost(rules, seed, time, services)
    }

    /// To be called once the listeners are set.
    package func start() {
        listen()
        courier.tokenSurvivesReinstall = rules.tokenSurvivesReinstall
        courier.makeToken = { [weak self] in self?.makeToken($0) ?? Bytes([]) }
        faults.note = { [weak self] words, bundle in
            self?.note(.network, .faultInjected, words, bundle: bundle)
        }
    }

    /// Switches the phone off.
    package func shutDown() {
        directories.endRun()
        host.shutDown()
    }

    /// Switches the phone off and on: apps are gone, Recents and settings stay.
    ///
    /// - Parameter isLocked: Nobody has unlocked it yet (B128).
    package func reboot(isLocked: Bool = false) {
        host.shutDown()
        store.beginRun()
        directories.endRun()
        listeners = [:]
        host = Self.makeHost(rules, seed &+ 1, time, services)
        listen()
        for setting in settings {
            switch setting {
            case .user(let action): _ = host.act(action)
            case .world(let event): host.world(event)
            }
        }
        host.world(.reportsRefused(refusal(by: faults.settings)))
        host.world(.directoryLoadsFail(code: faults.settings.directoryLoadsFail))
        if isLocked { host.world(.switchedOn) }
        host.takeUpPushes()
    }

    private func refusal(by faults: SimulatedFaults) -> IncomingCallError? {
        faults.refusesReports.flatMap { IncomingCallError(rawValue: $0.rawValue) }
    }

    /// Does what a person does; a refusal is noted in the timeline, lest it be overlooked.
    package func act(_ action: UserAction) -> UserAnswer {
        if let doing = Doing(action) { note(.user, .userActed, to: .phone, doing) }
        let answer = host.act(action)
        switch answer {
        case .done: keep(action)
        case .failed(let words): note(.user, .userActed, "refused: \(words)")
        }
        return answer
    }

    /// The push service delivers a push, unless a fault says otherwise.
    package func deliver(_ push: ArrivedPush) {
        faults.deliver(push) { [weak self] in self?.host.deliver($0) }
    }

    func setFaults(_ settings: SimulatedFaults) {
        let before = faults.settings
        faults.settings = settings
        if settings.refusesReports != before.refusesReports {
            host.world(.reportsRefused(refusal(by: settings)))
        }
        if settings.directoryLoadsFail != before.directoryLoadsFail {
            host.world(.directoryLoadsFail(code: settings.directoryLoadsFail))
        }
    }

    /// Lets something happen outside.
    package func world(_ event: WorldEvent) {
        if case .region = event {
            settings.removeAll { if case .world(.region) = $0 { true } else { false } }
            settings.append(.world(event))
        }
        if let doing = Doing(event) { note(.network, .worldChanged, to: .phone, doing) }
        host.world(event)
    }

    private func note(
        _ who: TimelineParty, _ step: TimelineStep, to: TimelineParty, _ doing: Doing
    ) {
        tell(
            TimelineEntry(
                at: time.now().monotonic, who: who, step: step, to: to, bundle: doing.bundle,
                call: doing.call, detail: doing.words))
    }

    /// Puts a line of the harness's own on the timeline.
    package func note(
        _ who: TimelineParty,
        _ step: TimelineStep,
        _ detail: String,
        bundle: BundleID? = nil
    ) {
        tell(
            TimelineEntry(
                at: time.now().monotonic, who: who, step: step, bundle: bundle, detail: detail))
    }

    /// A fresh identifier that is the same in each run of a test.
    package func makeIdentifier<Kind>() -> Identifier<Kind> {
        lastIdentifier += 1
        // Version 4, variant 1, as a UUID that was drawn.
        let high = draws.bits("identifier", "", lastIdentifier) & ~0xF000 | 0x4000
        let low = draws.bits("identifier.low", "", lastIdentifier) & ~(3 << 62) | 2 << 62
        return Identifier(high: high, low: low)
    }

    private func makeToken(_ bundle: BundleID) -> Bytes {
        lastToken += 1
        var bytes: [UInt8] = []
        for word in 0..<4 {
            let bits = draws.bits("token.\(word)", bundle, lastToken)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
            }
        }
        return Bytes(bytes)
    }

    private func keep(_ action: UserAction) {
        let isSetting =
            switch action {
            case .setDoNotDisturb, .setBlocked, .setProtected, .setContacts,
                .setIncomingCallStyle:
                true
            default: false
            }
        guard isSetting else { return }
        settings.removeAll { $0 == .user(action) }
        settings.append(.user(action))
    }

    /// The people whom the phone's person knows.
    var contacts: [Contact] {
        for case .user(.setContacts(let contacts)) in settings.reversed() { return contacts }
        return contactBook.contacts
    }

    private func listen() {
        host.onTimeline = { [weak self] in self?.tell($0) }
        host.onSettled = { [weak self] in self?.listeners[$0]?($1, $2) }
        host.onBreach = { [weak self] in self?.onBreach?($0) }
    }

    private func tell(_ entry: TimelineEntry) {
        onTimeline?(entry)
        countStep()
    }

    private func countStep() {
        stepCount += 1
        guard stepCount == faults.settings.resetAtStep else { return }
        // Not within the step that the phone is in.
        later { [weak self] in
            guard let self else { return }
            note(.network, .faultInjected, "the call service restarts")
            host.world(.callServiceReset)
        }
    }

    private static func makeHost(
        _ rules: SystemRules, _ seed: UInt64, _ time: VirtualTime, _ services: HostServices
    ) -> PhoneHost {
        PhoneHost(rules: rules, seed: seed, clock: time, scheduler: time, services: services)
    }
}
