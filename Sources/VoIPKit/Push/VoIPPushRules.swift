// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// When a push does not ring although it tells of a call.
public struct VoIPPushRules: Hashable, Sendable {
    /// How many seconds after the server sent it a push rings no more; 60 at first.
    ///
    /// Push services deliver late although they were told not to (B131), and a phone that rings for
    /// a caller who has gone shows a call that nobody could take (B114). Few servers let a call
    /// ring for longer than a minute; where yours does, say so here. Counts only where the push
    /// says when it was sent, and trusts both clocks.
    public var staleAfter: TimeInterval = 60

    /// For how many seconds a push is taken for a repeat of an earlier one of the same call, sent
    /// at the same time; 60 at first.
    ///
    /// 0 takes none for one once its call is over. Otherwise each call needs an identifier of its
    /// own, or each push the time when it was sent.
    public var repeatWindow: TimeInterval = 60

    /// Makes the rules that the properties say.
    public init() {}
}
