// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Decides whether calls go through CallKit, the app's own screen or LiveCommunicationKit.
///
/// Make one at launch, before the ``CallManager`` and whoever registers for pushes, and give it to
/// both: they ask it before they register anything, and follow it when it changes. Calls that live
/// stay where they are.
///
/// What it knows of the region at launch is, in this order: what the source says at once; what was
/// known last time; nothing, which ``Policy/treatsUnknownRegionAsRestricted`` decides.
///
/// The call directory part of CallKit is not its business: it is allowed everywhere (B116).
@MainActor public final class CallAvailability {
    /// The choice as it stands, with its reason.
    public private(set) var decision: Decision
    /// What it was made from.
    public private(set) var facts: Facts
    /// What the app wants; a new one takes effect at once.
    public var policy: Policy {
        didSet { decide() }
    }
    /// Whether the person wants the system's call screen: for a switch in the app's own settings,
    /// which the app itself keeps.
    public var isSwitchedOn: Bool {
        get { facts.isSwitchedOn }
        set {
            facts.isSwitchedOn = newValue
            decide()
        }
    }

    private let source: CallRegionSource
    private let store: any CallRegionStore
    private let observers = CallObservers<Choice>()
    private var lastQuestion = 0

    /// Makes one, and begins to ask for the region where that takes time.
    ///
    /// - Parameters:
    ///   - region: From where the region is known.
    ///   - policy: What the app wants.
    ///   - isSwitchedOn: Whether the person wants the system's call screen.
    ///   - store: What keeps the region for the next launch.
    ///   - systemVersion: The system's version.
    ///   - isEntitled: Whether the app declares `voip` among its background modes; nil looks into
    ///     its Info.plist.
    public init(
        region: CallRegionSource = .locale, policy: Policy = Policy(), isSwitchedOn: Bool = true,
        store: any CallRegionStore = UserDefaultsRegionStore(),
        systemVersion: SystemVersion = .current, isEntitled: Bool? = nil
    ) {
        source = region
        self.policy = policy
        self.store = store
        facts = Facts(
            region: store.region, systemVersion: systemVersion,
            isEntitled: isEntitled ?? Self.declaresCalls(Bundle.main.infoDictionary),
            isSwitchedOn: isSwitchedOn, hasLiveCommunicationKit: Self.hasLiveCommunicationKit)
        if case .immediate(let region) = source.kind, let region = region() {
            facts.region = region
            store.region = region
        }
        decision = facts.decide(policy)
        if case .asking = source.kind { Task { await update() } }
    }

    /// By what the next call is shown: what ``CallManager`` and the push service ask before they
    /// register.
    public var choice: Choice { decision.choice }

    /// Asks for the region once more: when the app comes to the front, say, or the store told of
    /// another storefront.
    ///
    /// An answer that is overtaken by that to a later question is dropped. A source that does not
    /// know leaves things as they were.
    public func update() async {
        lastQuestion += 1
        let question = lastQuestion
        let region: String? =
            switch source.kind {
            case .immediate(let region): region()
            case .asking(let region): await region()
            }
        guard let region, question == lastQuestion else { return }
        store.region = region
        facts.region = region
        decide()
    }

    /// Has somebody told of each other choice from now on, in the order of their coming.
    ///
    /// - Parameter body: Told of the new choice, on the main actor, before whatever changed it
    ///   returns; never of the one that stands now.
    /// - Returns: What to keep for as long as to be told.
    public func observe(_ body: @escaping @MainActor (Choice) -> Void) -> CallObservation {
        observers.add(body)
    }

    private func decide() {
        let before = decision.choice
        decision = facts.decide(policy)
        if decision.choice != before { observers.tell(decision.choice) }
    }

    /// Whether an Info.plist declares `voip`.
    ///
    /// A process without a bundle has none that could: the system itself will say then (B48).
    nonisolated static func declaresCalls(_ info: [String: Any]?) -> Bool {
        guard let info, info["CFBundleIdentifier"] != nil else { return true }
        return (info["UIBackgroundModes"] as? [String])?.contains("voip") ?? false
    }

    #if canImport(LiveCommunicationKit)
    nonisolated private static let hasLiveCommunicationKit = true
    #else
    nonisolated private static let hasLiveCommunicationKit = false
    #endif
}
