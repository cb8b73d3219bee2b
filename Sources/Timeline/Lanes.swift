// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The lanes of a picture: one for each party that occurs, and one for each app.
struct Lanes {
    enum Lane: Hashable {
        case party(TimelineParty)
        /// Nil where no entry names it.
        case app(BundleID?)
        /// All apps that came after ``Lanes/appLimit`` others.
        case otherApps
    }

    /// So many apps have a lane of their own.
    static let appLimit = 8
    /// From where a push comes to where it goes; the user and what is outside beside the phone.
    private static let order: [TimelineParty] = [.provider, .gateway, .network, .user, .phone]

    let list: [Lane]
    private let positions: [Lane: Int]
    private let onlyApp: BundleID?

    init(_ entries: [TimelineEntry]) {
        var parties: Set<TimelineParty> = []
        var apps: [BundleID] = []
        var known: Set<BundleID> = []
        var hasNameless = false
        for entry in entries {
            parties.insert(entry.who)
            if let to = entry.to { parties.insert(to) }
            guard entry.who == .app || entry.to == .app else { continue }
            guard let bundle = entry.bundle else {
                hasNameless = true
                continue
            }
            if known.insert(bundle).inserted { apps.append(bundle) }
        }
        var list = Self.order.filter(parties.contains).map(Lane.party)
        list += apps.prefix(Self.appLimit).map(Lane.app)
        if hasNameless, apps.count != 1 { list.append(.app(nil)) }
        if apps.count > Self.appLimit { list.append(.otherApps) }
        self.list = list
        onlyApp = apps.count == 1 ? apps[0] : nil
        positions = Dictionary(uniqueKeysWithValues: zip(list, list.indices))
    }

    /// Where the entry starts: the lane of who did it.
    func start(of entry: TimelineEntry) -> Int { position(entry.who, entry.bundle) }

    /// Where its arrow ends; nil if there is none.
    func end(of entry: TimelineEntry) -> Int? {
        guard let to = entry.to else { return nil }
        let end = position(to, entry.bundle)
        return end == start(of: entry) ? nil : end
    }

    private func position(_ party: TimelineParty, _ bundle: BundleID?) -> Int {
        let lane: Lane = party == .app ? .app(bundle ?? onlyApp) : .party(party)
        return positions[lane] ?? positions[.otherApps] ?? 0
    }
}
