// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What is new about a call.
///
/// A property that was never set leaves what was known (B99).
open class CXCallUpdate: NSObject, NSCopying {
    private var update = CallUpdate()

    /// Makes an update that says nothing.
    public override init() {}

    /// The other party.
    ///
    /// The handle is copied in and out.
    open var remoteHandle: CXHandle? {
        get { update.remoteHandle.map { CXHandle($0) } }
        set { update.remoteHandle = newValue?.model }
    }

    /// The name to show, in place of the one that the system would look up (B102).
    ///
    /// One of more than 1,024 bytes fails the report, or makes the update one that is not sent.
    open var localizedCallerName: String? {
        get { update.localizedCallerName }
        set { update.localizedCallerName = newValue }
    }

    /// Whether the call can be held by itself or swapped.
    ///
    /// False reads also as "not set".
    open var supportsHolding: Bool {
        get { update.supportsHolding ?? false }
        set { update.supportsHolding = newValue }
    }

    /// Whether the call can be merged with another.
    ///
    /// False reads also as "not set".
    open var supportsGrouping: Bool {
        get { update.supportsGrouping ?? false }
        set { update.supportsGrouping = newValue }
    }

    /// Whether the call can be taken out of a group.
    ///
    /// False reads also as "not set".
    open var supportsUngrouping: Bool {
        get { update.supportsUngrouping ?? false }
        set { update.supportsUngrouping = newValue }
    }

    /// Whether the call takes tones.
    ///
    /// False reads also as "not set".
    open var supportsDTMF: Bool {
        get { update.supportsDTMF ?? false }
        set { update.supportsDTMF = newValue }
    }

    /// Whether the call has video.
    ///
    /// False reads also as "not set".
    open var hasVideo: Bool {
        get { update.hasVideo ?? false }
        set { update.hasVideo = newValue }
    }

    /// The update as a message carries it.
    final var model: CallUpdate { update }

    /// An update that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = CXCallUpdate()
        copy.update = update
        return copy
    }
}
