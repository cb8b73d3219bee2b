// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneNumbers

/// How the phone lies there: what its person has set, and where it is.
struct Device: Sendable, Equatable {
    var isLocked = false
    /// Nobody has unlocked it since it was switched on (B128).
    var isBeforeFirstUnlock = false
    var doNotDisturb = DoNotDisturb(.off) {
        didSet { letThrough = Set(doNotDisturb.allowed.map(key)) }
    }
    /// The person's own block list, each caller once, in the order in which it grew.
    private(set) var blocked: [Handle] = []
    /// Apps that are locked or hidden.
    var protected: Set<BundleID> = []
    var incomingCallStyle = IncomingCallStyle.banner
    /// ISO 3166-1; nil where it is not known.
    var region: String? {
        didSet { if region != oldValue { regionChanged() } }
    }
    /// A fault: the answer to every report.
    var reportsRefused: IncomingCallError?
    /// The app that comes to the front once the phone is unlocked (B28).
    var appAfterUnlock: BundleID?

    private var contacts: [Contact] = []
    private var homeRegion: Region?
    // By what callers are known, so that a call is matched without a search.
    private var letThrough: Set<CallerKey> = []
    private var blockedKeys: Set<CallerKey> = []
    private var names: [CallerKey: String] = [:]

    /// Why a call of this caller is kept from the person, if it is (B62–B64).
    func filter(_ handle: Handle?, rules: SystemRules) -> IncomingCallError? {
        if isBlocked(handle) { return .filteredByBlockList }
        let isQuiet =
            switch doNotDisturb.mode {
            case .off: false
            case .on: true
            case .whileLocked: isLocked && rules.filtersWhileLocked
            }
        guard isQuiet else { return nil }
        if let handle, !letThrough.isEmpty, letThrough.contains(key(of: handle)) { return nil }
        return .filteredByDoNotDisturb
    }

    // MARK: Who is who

    func key(of handle: Handle) -> CallerKey {
        handle.number(in: homeRegion).map(CallerKey.number) ?? .handle(handle)
    }

    /// The number that a person means by a text; nil where it is none.
    func number(of text: String) -> Int64? { E164.number(from: text, region: homeRegion) }

    /// The number that extensions are to be asked about; nil where there is none, or its caller is
    /// a contact and so is known already (B156).
    func numberToIdentify(_ handle: Handle?, rules: SystemRules) -> Int64? {
        guard let handle, case .number(let number) = key(of: handle) else { return nil }
        let isKnown = rules.contactsOutrankDirectories && names[.number(number)] != nil
        return isKnown ? nil : number
    }

    /// The name that the person gave this handle (B102).
    func name(of handle: Handle?) -> String? {
        guard let handle, !names.isEmpty else { return nil }
        return names[key(of: handle)]
    }

    func isBlocked(_ handle: Handle?) -> Bool {
        guard let handle, !blockedKeys.isEmpty else { return false }
        return blockedKeys.contains(key(of: handle))
    }

    // MARK: What the person sets

    mutating func block(_ handle: Handle) {
        if blockedKeys.insert(key(of: handle)).inserted { blocked.append(handle) }
    }

    /// In whatever form it is written.
    mutating func unblock(_ handle: Handle) {
        let key = key(of: handle)
        guard blockedKeys.remove(key) != nil else { return }
        blocked = blocked.filter { self.key(of: $0) != key }
    }

    mutating func setBlocked(_ handles: [Handle]) {
        (blocked, blockedKeys) = ([], [])
        for handle in handles { block(handle) }
    }

    /// Knows these people and no others; a handle that two have is the first one's.
    mutating func setContacts(_ contacts: [Contact]) {
        self.contacts = contacts
        names = [:]
        for contact in contacts {
            let name = contact.name.withoutControls
            for handle in contact.handles {
                let key = key(of: handle)
                if names[key] == nil { names[key] = name }
            }
        }
    }

    /// A national number is another one now.
    private mutating func regionChanged() {
        homeRegion = region.flatMap { Region($0) }
        letThrough = Set(doNotDisturb.allowed.map(key))
        blockedKeys = Set(blocked.map(key))
        setContacts(contacts)
    }

    /// How a call that rings is shown (B29).
    func style(rules: SystemRules) -> IncomingCallStyle {
        isLocked || !rules.hasBanners ? .fullScreen : incomingCallStyle
    }
}
