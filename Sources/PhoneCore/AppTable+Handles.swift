// SPDX-License-Identifier: Apache-2.0
import CallModel

/// Whom apps can call: what Contacts and Recents know of an app without starting it (B112).
extension AppTable {
    /// What a restart of the phone does not change.
    var supportedHandles: [PhoneSettings.SupportedHandles] {
        zip(handleKinds.keys, handleKinds.values).map {
            PhoneSettings.SupportedHandles(app: $0.0, kinds: $0.1)
        }
    }

    /// What an earlier run of the phone knew, before it is known what is installed.
    mutating func takeUp(_ supported: [PhoneSettings.SupportedHandles]) {
        handleKinds = OrderedTable()
        for row in supported { handleKinds[row.app] = row.kinds.withoutRepeats }
    }

    /// What a provider of an installed app takes calls to now, in place of what was known.
    ///
    /// An app that is removed while its process runs leaves nothing behind.
    mutating func learn(_ kinds: [Handle.Kind], of bundle: BundleID, turn: inout Turn) {
        let kinds = kinds.withoutRepeats
        guard self[bundle] != nil, handleKinds[bundle] != kinds else { return }
        handleKinds[bundle] = kinds
        turn.hasChangedSettings = true
    }
}

extension [Handle.Kind] {
    /// Each kind once: what is kept must not grow with what an app sends.
    fileprivate var withoutRepeats: [Handle.Kind] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
