// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What the system says of a push for a call.
///
/// Of iOS 26.4.
open class PKVoIPPushMetadata: NSObject, @unchecked Sendable {
    // Sendable because `duty` is constant; a subclass answers for what it adds.
    private let duty: Bool

    /// Makes metadata that obliges to nothing, for subclasses in tests.
    public override init() { duty = false }

    init(mustReport: Bool) { duty = mustReport }

    /// Whether the app must report a call before its method returns (B121).
    ///
    /// Not where it is in front or has a call already (B125), nor for a push that comes late
    /// (B129): on this phone, more than 30 s after the push service took it.
    open var mustReport: Bool { duty }
}
