// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The call directory extensions: which there are, which are switched on, whose data stands; and
/// one load at a time.
///
/// ```
///   off ──switched on──► waiting ──its turn──► loading ──► its data stands, or is as it was
///                           ▲                                  │
///                           └───────────── reload ─────────────┘
/// ```
///
/// Loads are in `DirectoryDesk+Loads`.
struct DirectoryDesk: Sendable, Equatable {
    /// What is known of one extension.
    struct Entry: Sendable, Equatable {
        var app: BundleID
        var name: String
        var isInstalled = false
        var isEnabled = false
        /// What stands; nil where nothing does.
        var counts: DirectoryCounts?
        var isLastLoadGood = false
        var lastLoad: DirectorySummary.LastLoad?
        var advice: [String] = []
        /// When its data goes, once its app is gone (B162).
        var removeAt: WallTime?
        /// The same, as time passes.
        var removal: MonotonicTime?

        /// Whether the extension may send changes alone (B145).
        var isIncremental: Bool { counts != nil && isLastLoadGood }
    }

    private(set) var entries = OrderedTable<ExtensionID, Entry>()
    /// All of them, first asked first (B157).
    private(set) var order: [ExtensionID] = []
    /// Those whom a call may have to wait for: switched on, with data, in that order.
    private(set) var consulted: [ExtensionID] = []
    var loads = DirectoryLoads()

    // MARK: What is there

    /// Takes over what earlier runs of the phone knew.
    mutating func takeUp(_ settings: PhoneSettings, turn: inout Turn) {
        for orphan in settings.orphans {
            add(orphan.id, app: orphan.app, name: orphan.name)
            entries.update(orphan.id) {
                if !$0.isInstalled { $0.removeAt = orphan.removeAt }
            }
            setRemoval(of: orphan.id, turn: &turn)
        }
        for id in settings.extensionOrder + settings.enabled { add(id) }
        let known = settings.extensionOrder.filter { entries[$0] != nil }.unique
        order = known + order.filter { !known.contains($0) }
        let enabled = Set(settings.enabled)
        for id in order { entries.update(id) { $0.isEnabled = enabled.contains(id) } }
        changed()
    }

    mutating func takeUp(_ standing: [DirectoryStanding]) {
        for row in standing {
            add(row.extensionID)
            entries.update(row.extensionID) {
                $0.counts = row.counts
                $0.isLastLoadGood = row.isLastLoadGood
            }
        }
        changed()
    }

    /// The data does not stand any more: all entries are due with the next load.
    mutating func lost(_ id: ExtensionID) {
        entries.update(id) {
            $0.counts = nil
            $0.isLastLoadGood = false
        }
        changed()
    }

    /// Takes over the extensions of the installed apps.
    ///
    /// An identifier that two apps claim is the first one's.
    mutating func install(_ apps: [InstalledApp], turn: inout Turn) {
        var found: Set<ExtensionID> = []
        for app in apps {
            for member in app.directoryExtensions where found.insert(member.id).inserted {
                install(member, of: app.bundle, turn: &turn)
            }
        }
        for id in order where !found.contains(id) { uninstall(id, turn: &turn) }
        awaitRemoval(turn: &turn)
        changed()
    }

    private mutating func install(
        _ member: DirectoryExtension, of app: BundleID, turn: inout Turn
    ) {
        // Another app's data is not its own, whatever it calls itself.
        if let known = entries[member.id], known.app != app, known.isInstalled {
            cancel(member.id, Self.removed, turn: &turn)
            forget(member.id, turn: &turn)
        }
        add(member.id)
        guard let known = entries[member.id] else { return }
        if !known.isInstalled {
            turn.hasChangedSettings = true
        }
        entries.update(member.id) {
            $0.app = app
            $0.name = member.name.withoutControls
            $0.isInstalled = true
            $0.removeAt = nil
            $0.removal = nil
        }
    }

    /// Its app is gone: what it has loaded stays for a while, so that an update does not lose it
    /// (B162).
    private mutating func uninstall(_ id: ExtensionID, turn: inout Turn) {
        guard let entry = entries[id], entry.isInstalled || entry.removeAt == nil else { return }
        cancel(id, Self.removed, turn: &turn)
        turn.hasChangedSettings = true
        guard entry.isEnabled || entry.counts != nil else {
            forget(id, turn: &turn)
            return
        }
        entries.update(id) {
            $0.isInstalled = false
            $0.removeAt = turn.now.wall + Interval(turn.rules.uninstalledDirectoryGrace)
        }
        setRemoval(of: id, turn: &turn)
    }

    private static let removed = DirectoryFailure(
        .loadingInterrupted, "its app was removed while it was loading")

    /// A phone knows so many; a bundle that has more of them is not served.
    private mutating func add(_ id: ExtensionID, app: BundleID? = nil, name: String? = nil) {
        guard entries[id] == nil, entries.count < Limits.extensionCount else { return }
        // An extension's identifier begins with its app's.
        let prefix = id.lastIndex(of: ".").map { String(id[..<$0]) } ?? id
        entries[id] = Entry(app: app ?? prefix, name: name ?? id)
        order.append(id)
    }

    // MARK: What goes

    /// From here on the time that passes counts: a wall clock that is put back keeps nothing.
    private mutating func setRemoval(of id: ExtensionID, turn: inout Turn) {
        guard let time = entries[id]?.removeAt else { return }
        let grace = Interval(turn.rules.uninstalledDirectoryGrace)
        let rest = min(max(time.interval(since: turn.now.wall), .seconds(0)), grace)
        entries.update(id) { $0.removal = turn.now.monotonic + rest }
        awaitRemoval(turn: &turn)
    }

    private func awaitRemoval(turn: inout Turn) {
        if let next = entries.values.compactMap(\.removal).min() {
            turn.deadlines.set(.directoryRemoval, to: next)
        } else {
            turn.deadlines.remove(.directoryRemoval)
        }
    }

    /// The time of extensions whose apps are gone may be over.
    mutating func removalDue(turn: inout Turn) {
        for id in order {
            guard let time = entries[id]?.removal, time <= turn.now.monotonic else { continue }
            forget(id, turn: &turn)
        }
        awaitRemoval(turn: &turn)
        changed()
    }

    private mutating func forget(_ id: ExtensionID, turn: inout Turn) {
        guard let entry = entries.removeValue(of: id) else { return }
        order.removeAll { $0 == id }
        turn.hasChangedSettings = true
        guard entry.counts != nil else { return }
        turn.effects.append(.removeDirectoryData(id))
        turn.note(.directoryRemoved, bundle: entry.app, id)
    }

    // MARK: What its person sets

    /// Switches an extension on, which loads it at once (B139), or off.
    mutating func setEnabled(
        _ id: ExtensionID, _ isEnabled: Bool, turn: inout Turn
    ) -> UserAnswer {
        guard let entry = entries[id], entry.isInstalled else { return .failed(Self.unknown(id)) }
        guard entry.isEnabled != isEnabled else { return .done }
        entries.update(id) { $0.isEnabled = isEnabled }
        turn.hasChangedSettings = true
        if isEnabled {
            enqueue(DirectoryLoads.Waiting(extensionID: id, isSwitchOn: true), turn: &turn)
        } else {
            let failure = DirectoryFailure(
                .extensionDisabled, "its person switched it off while it was loading")
            cancel(id, failure, turn: &turn)
        }
        changed()
        return .done
    }

    mutating func setOrder(_ ids: [ExtensionID], turn: inout Turn) -> UserAnswer {
        if let stranger = ids.first(where: { entries[$0] == nil }) {
            return .failed(Self.unknown(stranger))
        }
        let named = ids.unique
        guard named.count == ids.count else {
            return .failed("an extension stands in the order twice; name each once")
        }
        order = named + order.filter { !named.contains($0) }
        turn.hasChangedSettings = true
        changed()
        return .done
    }

    static func unknown(_ id: ExtensionID) -> String {
        "there is no call directory extension \(String(id.prefix(80)).withoutControls); see: "
            + "opencallkit directory status"
    }

    // MARK: Looking

    /// The status of an app's own extension; nil where it has none of that identifier.
    func status(of id: ExtensionID, for app: BundleID) -> DirectoryEnabledStatus? {
        guard let entry = entries[id], entry.isInstalled, entry.app == app else { return nil }
        return entry.isEnabled ? .enabled : .disabled
    }

    var orphans: [PhoneSettings.Orphan] {
        order.compactMap { id in
            guard let entry = entries[id], let time = entry.removeAt else { return nil }
            return PhoneSettings.Orphan(id: id, app: entry.app, name: entry.name, removeAt: time)
        }
    }

    var enabled: [ExtensionID] { order.filter { entries[$0]?.isEnabled == true } }

    var summaries: [DirectorySummary] {
        order.compactMap { id in
            guard let entry = entries[id] else { return nil }
            return DirectorySummary(
                id: id, app: entry.app, name: entry.name, isInstalled: entry.isInstalled,
                isEnabled: entry.isEnabled, activity: loads.activity(of: id),
                counts: entry.counts, lastLoad: entry.lastLoad, advice: entry.advice)
        }
    }

    // MARK: Within

    mutating func update(_ id: ExtensionID, _ change: (inout Entry) -> Void) {
        entries.update(id, change)
        changed()
    }

    private mutating func changed() {
        consulted = order.filter {
            guard let entry = entries[$0], entry.isEnabled else { return false }
            return (entry.counts?.total ?? 0) > 0
        }
    }
}

extension Array where Element: Hashable {
    /// Each element once, where it stood first.
    fileprivate var unique: Self {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
