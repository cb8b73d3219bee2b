// SPDX-License-Identifier: Apache-2.0
import CallModel

/// How the phone lies there: what its person has set, and where it is.
struct Device: Sendable, Equatable {
    var isLocked = false
    var doNotDisturb = DoNotDisturb(.off)
    var blocked: Set<Handle> = []
    /// Apps that are locked or hidden.
    var protected: Set<BundleID> = []
    var contacts: [Contact] = []
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
        if let handle, doNotDisturb.allowed.contains(handle) { return nil }
        return .filteredByDoNotDisturb
    }

    /// The name that the person gave this handle (B102).
    func name(of handle: Handle?) -> String? {
        guard let handle else { return nil }
        return contacts.first { $0.handles.contains(handle) }?.name
    }

    /// How a call that rings is shown (B29).
    func style(rules: SystemRules) -> IncomingCallStyle {
        isLocked || !rules.hasBanners ? .fullScreen : incomingCallStyle
    }
}
