// SPDX-License-Identifier: Apache-2.0

/// What has changed about one call.
public enum CallChange: Hashable, Sendable {
    /// It is new, or, at the beginning of an observation, there already.
    case added(Call)
    /// Something about it differs.
    case updated(Call)
    /// It is over; `Call.state` says why. It comes last for this call, and once.
    case ended(Call)

    /// The call as it is after the change.
    public var call: Call {
        switch self {
        case .added(let call), .updated(let call), .ended(let call): call
        }
    }
}
