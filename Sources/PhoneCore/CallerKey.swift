// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneNumbers

/// What a caller is known by: two handles of one key are the same caller, however they are written.
///
/// A phone number counts as its E.164 number; national forms are read as the home region's
/// (`Documentation/Decisions.md`). All else counts as it stands.
enum CallerKey: Hashable, Sendable {
    case number(Int64)
    case handle(Handle)
}

extension Handle {
    /// The E.164 number without its plus; nil where it is none, or its country is not known.
    ///
    /// Of a dialled text, what stands behind a pause is no part of it (B97).
    func number(in region: Region?) -> Int64? {
        guard kind == .phoneNumber else { return nil }
        return E164.number(from: value, region: region)
    }
}
