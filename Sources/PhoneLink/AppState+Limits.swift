// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What is too long to be sent.
extension AppState {
    /// Without the names that are over the limit: making a provider cannot fail, and the system has
    /// words and a sound of its own.
    mutating func bounded(
        _ configuration: ProviderConfiguration,
        into effects: inout [AppEffect]
    ) -> ProviderConfiguration {
        var bounded = configuration
        if let excess = excess("a provider's name", configuration.localizedName) {
            bounded.localizedName = nil
            misuse(.overLimit(excess), into: &effects)
        }
        if let excess = excess("a ring tone's name", configuration.ringtoneSound) {
            bounded.ringtoneSound = nil
            misuse(.overLimit(excess), into: &effects)
        }
        return bounded
    }
}

extension CallUpdate {
    /// What is too long in it, in words without the text itself; nil where all is well.
    var excess: String? {
        remoteHandle?.excess ?? PhoneLink.excess("a caller's name", localizedCallerName)
    }
}

extension CallTransaction {
    /// What is too much in it, in words without the text itself; nil where all is well.
    var excess: String? {
        guard actions.count <= Limits.actionsPerTransaction else {
            return "a transaction of \(actions.count) actions "
                + "(at most \(Limits.actionsPerTransaction))"
        }
        return actions.lazy.compactMap(\.kind.excess).first
    }
}

extension CallAction.Kind {
    fileprivate var excess: String? {
        switch self {
        case .start(let start):
            start.handle.excess
                ?? PhoneLink.excess("a contact's identifier", start.contactIdentifier)
        case .playDTMF(let digits, _):
            PhoneLink.excess("the digits of a tone action", digits)
        case .setTranslating(let translation):
            PhoneLink.excess("a language", translation.localLanguage)
                ?? PhoneLink.excess("a language", translation.remoteLanguage)
        case .answer, .end, .setHeld, .setMuted, .setGroup: nil
        }
    }
}

extension Handle {
    fileprivate var excess: String? {
        PhoneLink.excess("a handle", value, Limits.handleByteCount)
    }
}

private func excess(
    _ name: String,
    _ text: String?,
    _ limit: Int = Limits.nameByteCount
) -> String? {
    guard let count = text?.utf8.count, count > limit else { return nil }
    return "\(name) of \(count) bytes (at most \(limit))"
}
