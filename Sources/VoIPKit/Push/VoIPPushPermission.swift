// SPDX-License-Identifier: Apache-2.0

/// Whoever says whether the app may take VoIP pushes: they may be taken only where each of them can
/// be reported to the system (B121), and not in mainland China (B116).
@MainActor public protocol VoIPPushPermission: AnyObject {
    /// Whether it may, as things stand.
    var mayTakeVoIPPushes: Bool { get }

    /// Has somebody told of changes of ``mayTakeVoIPPushes``.
    ///
    /// - Parameter body: Called on the main actor after each change.
    /// - Returns: What to keep for as long as to be told.
    func observeVoIPPushes(_ body: @escaping @MainActor () -> Void) -> AnyObject
}

extension CallAvailability: VoIPPushPermission {
    /// Whether the choice is a system that VoIP pushes may be reported to: CallKit or
    /// LiveCommunicationKit.
    public var mayTakeVoIPPushes: Bool { choice.takesVoIPPushes }

    /// Has somebody told of changes of the choice.
    ///
    /// - Parameter body: Called on the main actor after each change.
    /// - Returns: What to keep for as long as to be told.
    public func observeVoIPPushes(_ body: @escaping @MainActor () -> Void) -> AnyObject {
        observe { _ in body() }
    }
}
