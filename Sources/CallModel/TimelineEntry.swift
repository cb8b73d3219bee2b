// SPDX-License-Identifier: Apache-2.0

/// Something that happened on a call's way, named so that a script can wait for it.
package enum TimelineStep: String, Hashable, Sendable, Codable, CaseIterable {
    case pushRegistered = "push.registered"
    case pushPosted = "push.posted"
    case pushAccepted = "push.accepted"
    case pushRefused = "push.refused"
    case pushDelivered = "push.delivered"
    case appLaunched = "app.launched"
    case pushReceived = "push.received"
    case callReported = "call.reported"
    case callRefused = "call.refused"
    case callStarted = "call.started"
    case callRinging = "call.ringing"
    case callAnswered = "call.answered"
    case callConnected = "call.connected"
    case callHeld = "call.held"
    case callResumed = "call.resumed"
    case audioActivated = "audio.activated"
    case callEnded = "call.ended"
    case audioDeactivated = "audio.deactivated"
    case recentsRecorded = "recents.recorded"
    case appEnded = "app.ended"
    case ruleBroken = "rule.broken"

    case callUpdated = "call.updated"
    case callMuted = "call.muted"
    case callUnmuted = "call.unmuted"
    case callGrouped = "call.grouped"
    case callUngrouped = "call.ungrouped"
    case callConnecting = "call.connecting"
    case transactionRequested = "transaction.requested"
    case transactionRefused = "transaction.refused"
    case actionPerformed = "action.performed"
    case actionFulfilled = "action.fulfilled"
    case actionFailed = "action.failed"
    case actionTimedOut = "action.timed-out"
    case providerRegistered = "provider.registered"
    case providerReset = "provider.reset"
    case providerInvalidated = "provider.invalidated"
    case audioInterrupted = "audio.interrupted"
    case audioInterruptionEnded = "audio.interruption-ended"
    case audioRouteChanged = "audio.route"
    case mediaServicesReset = "audio.services-reset"
    case tokenInvalidated = "push.token-invalidated"
    case pushHandled = "push.handled"
    case pushLost = "push.lost"
    case warningShown = "warning.shown"
    case appOpened = "app.opened"
    case appLeft = "app.left"
    /// Its delegate has not finished launching, or hearing of its end, in time.
    case appHung = "app.hung"
    case userActed = "user.acted"
    case worldChanged = "world.changed"
    case faultInjected = "fault.injected"

    case callIdentified = "call.identified"
    case callBlocked = "call.blocked"
    case directoryLoadStarted = "directory.load-started"
    case directoryLoaded = "directory.loaded"
    case directoryLoadFailed = "directory.load-failed"
    case directoryRemoved = "directory.removed"
}

/// Who did it.
package enum TimelineParty: String, Hashable, Sendable, Codable, CaseIterable {
    case provider
    case gateway
    case phone
    case app
    case user
    /// The cellular network, and all else outside.
    case network
}

/// One line of a timeline: who did what, when.
package struct TimelineEntry: Hashable, Sendable, Codable {
    package var at: MonotonicTime
    package var who: TimelineParty
    package var step: TimelineStep
    /// Whom it was done to, where that is somebody else.
    package var to: TimelineParty?
    package var bundle: BundleID?
    package var call: CallID?
    package var push: PushID?
    /// Words for a person.
    ///
    /// No token, number or payload.
    package var detail: String?

    package init(
        at: MonotonicTime,
        who: TimelineParty,
        step: TimelineStep,
        to: TimelineParty? = nil,
        bundle: BundleID? = nil,
        call: CallID? = nil,
        push: PushID? = nil,
        detail: String? = nil
    ) {
        self.at = at
        self.who = who
        self.step = step
        self.to = to
        self.bundle = bundle
        self.call = call
        self.push = push
        self.detail = detail
    }
}
