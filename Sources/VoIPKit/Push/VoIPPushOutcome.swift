// SPDX-License-Identifier: Apache-2.0

/// What came of a push.
public struct VoIPPushOutcome: Hashable, Sendable {
    /// What was reported: nil where nothing was, and nothing had to be.
    ///
    /// With an `endReason` it was over at once. It may be a call that lives already, for a push
    /// that only needed a report (B61).
    public let reported: IncomingCall?
    /// What the system said to the report; nil where it shows the call, or none was reported.
    ///
    /// `callExists` is the usual answer for a call that is there (B61).
    public let error: CallError?
    /// What was wrong with the push, nil where it could be read.
    public let fault: VoIPPushFault?
}
