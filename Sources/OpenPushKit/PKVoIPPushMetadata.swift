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
    /// Not where it is in front or has a call already (B125, B129). Apple's systems also let late
    /// pushes go; on this phone how late one is plays no part.
    open var mustReport: Bool { duty }
}
