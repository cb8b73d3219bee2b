// SPDX-License-Identifier: Apache-2.0
package import CallModel

extension TimelineEntry {
    /// What happened, and the entry's own words, without characters that show something else.
    var words: String {
        [deed, detail].compactMap(\.self).joined(separator: ": ").shown()
    }

    /// What happened; nil where the entry's own words say it all.
    var deed: String? {
        switch step {
        case .userActed where detail != nil, .worldChanged where detail != nil: nil
        default: step.words
        }
    }

    /// Milliseconds since the start, as a decimal number with microseconds.
    func milliseconds(since start: MonotonicTime) -> String {
        let passed = (at - start).nanoseconds
        let micros = passed.magnitude / 1000
        let fraction = padded(String(micros % 1000), to: 3, onTheLeft: true, with: "0")
        return "\(passed < 0 ? "-" : "")\(micros / 1000).\(fraction)"
    }
}

extension Sequence<TimelineEntry> {
    /// By time; of one moment, in the order in which they came.
    ///
    /// Processes print when they can, so that an earlier entry may come later.
    var inOrder: [TimelineEntry] {
        enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
    }
}

extension TimelineStep {
    /// What happened, in a few words; an entry's own words say more of it.
    package var words: String {
        switch self {
        case .pushRegistered: "has a token for its pushes"
        case .pushPosted: "posts the push"
        case .pushAccepted: "takes the push"
        case .pushRefused: "refuses the push"
        case .pushDelivered: "delivers the push to the phone"
        case .appLaunched: "starts the app"
        case .pushReceived: "its push delegate is called"
        case .callReported: "reports an incoming call"
        case .callRefused: "refuses the call"
        case .callStarted: "starts a call"
        case .callRinging: "rings"
        case .callAnswered: "answers"
        case .callConnected: "is connected"
        case .callHeld: "holds the call"
        case .callResumed: "resumes the call"
        case .audioActivated: "gives the app its audio session"
        case .callEnded: "the call is over"
        case .audioDeactivated: "takes the audio session back"
        case .recentsRecorded: "writes the call to Recents"
        case .appEnded: "has ended"
        case .ruleBroken: "breaks a rule"
        case .callUpdated: "tells more of the call"
        case .callMuted: "mutes the call"
        case .callUnmuted: "unmutes the call"
        case .callGrouped: "joins calls"
        case .callUngrouped: "takes a call out of its group"
        case .callConnecting: "the call is connecting"
        case .transactionRequested: "requests a transaction"
        case .transactionRefused: "refuses the transaction"
        case .actionPerformed: "asks the app to perform"
        case .actionFulfilled: "fulfils the action"
        case .actionFailed: "fails the action"
        case .actionTimedOut: "the action has timed out"
        case .providerRegistered: "makes a provider"
        case .providerReset: "resets the provider"
        case .providerInvalidated: "invalidates its provider"
        case .audioInterrupted: "interrupts the app's sound"
        case .audioInterruptionEnded: "ends the interruption"
        case .audioRouteChanged: "sound takes another way"
        case .mediaServicesReset: "the audio server was reset"
        case .tokenInvalidated: "the token is no longer of use"
        case .pushHandled: "its push delegate has returned"
        case .pushLost: "has lost the push"
        case .warningShown: "warns in a dialog"
        case .appOpened: "comes to the front"
        case .appLeft: "goes to the back"
        case .appHung: "ends the app, which hangs"
        case .userActed: "does something"
        case .worldChanged: "something happens outside"
        case .faultInjected: "a fault was asked for"
        case .callIdentified: "finds the caller in a call directory"
        case .callBlocked: "blocks the call"
        case .directoryLoadStarted: "runs a call directory extension"
        case .directoryLoaded: "has a call directory's entries"
        case .directoryLoadFailed: "keeps the call directory as it was"
        case .directoryRemoved: "forgets a call directory's entries"
        }
    }
}

extension TimelineParty {
    /// The parameter of SGR (ECMA-48) that colours this party's words.
    var colour: Int {
        switch self {
        case .provider: 35
        case .gateway: 34
        case .phone: 36
        case .app: 32
        case .network: 34
        case .user: 33
        }
    }
}
