// SPDX-License-Identifier: Apache-2.0
import CallModel

/// How the phone lies there: what its person has set, and where it is.
struct Device: Sendable, Equatable {
    var isLocked = false
    /// Nobody has unlocked it since it was switched on (B128).
    var isBeforeFirstUnlock = false
    var doNotDisturb = DoNotDisturb(.off) {
        didSet { letThrough = Set(doNotDisturb.allowed) }
    }
    private var letThrough: Set<Handle> = []
    var blocked: Set<Handle> = []
    /// Apps that are locked or hidden.
    var protected: Set<BundleID> = []
    private var names: [Handle: String] = [:]
    var incomingCallStyle = IncomingCallStyle.banner
    /// ISO 3166-1; nil where it is not known.
    var region: String?
    /// A fault: the answer to every report.
    var reportsRefused: IncomingCallError?
    /// The app that comes to the front once the phone is unlocked (B28).
    var appAfterUnlock: BundleID?

    /// Why a call of this caller is kept from the person, if it is (B62–B64).
    func filter(_ handle: Handle?, rules: SystemRules) -> IncomingCallError? {
        if let handle, blocked.contains(handle) { return .filteredByBlockList }
        let isQuiet =
            switch doNotDisturb.mode {
            case .off: false
            case .on: true
            case .whileLocked: isLocked && rules.filtersWhileLocked
            }
        guard isQuiet else { return nil }
        if let handle, letThrough.contains(handle) { return nil }
        return .filteredByDoNotDisturb
    }

    /// Knows these people and no others; a handle that two have is the first one's.
    mutating func setContacts(_ contacts: [Contact]) {
        names = [:]
        for contact in contacts {
            let name = contact.name.withoutControls
            for handle in contact.handles where names[handle] == nil { names[handle] = name }
        }
    }

    /// The name that the person gave this handle (B102).
    func name(of handle: Handle?) -> String? { handle.flatMap { names[$0] } }

    /// How a call that rings is shown (B29).
    func style(rules: SystemRules) -> IncomingCallStyle {
        isLocked || !rules.hasBanners ? .fullScreen : incomingCallStyle
    }
}
