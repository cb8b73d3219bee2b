// SPDX-License-Identifier: Apache-2.0

/// A rule that an app broke: which one, where, and what to do about it.
package struct RuleBreach: Hashable, Sendable, Codable {
    package var rule: Rule
    package var at: MonotonicTime
    package var bundle: BundleID
    package var call: CallID?
    package var push: PushID?
    /// What the app did, in words that name no number, token or payload.
    package var did: String

    package init(
        _ rule: Rule,
        at: MonotonicTime,
        bundle: BundleID,
        call: CallID? = nil,
        push: PushID? = nil,
        did: String
    ) {
        self.rule = rule
        self.at = at
        self.bundle = bundle
        self.call = call
        self.push = push
        self.did = did
    }
}

extension RuleBreach {
    /// How well a behaviour is known.
    package enum Confidence: String, Hashable, Sendable, Codable {
        case documented
        case appleEngineer = "Apple engineer"
        case severalDevelopers = "several developers"
        case singleReport = "single report"
        case inferred
    }

    /// A rule, with the behaviour that it stands for in the catalogue.
    package enum Rule: String, Hashable, Sendable, Codable, CaseIterable {
        case pushNotReported
        case pushNotReportedInTime
        case pushesStopped
        case actionTimedOut
        case actionCompletedAfterTimeout
        case actionCompletedTwice
        case secondProvider
        case providerForEachPush
        case audioActivatedByHand
        case callNeverEnded
        case outgoingCallNeverConnected
        case refusedCallContinued
        case unknownCallRequested
        case unknownCallReported
        case muteLoop
        case holdLoop
        case tokenPrinted
        case noPushBackgroundMode
        case noPushEntitlement
        case providerInRestrictedRegion
        case overLimit
    }
}

extension RuleBreach.Rule {
    /// Its behaviour's number in the catalogue, without the B.
    package var number: Int { row.number }
    package var confidence: RuleBreach.Confidence { row.confidence }
    /// What was due instead.
    package var due: String { row.due }
    /// What to do about it.
    package var remedy: String { row.remedy }
    /// Apple enforces or documents it; the rest is advice.
    package var isEnforced: Bool {
        confidence == .documented || confidence == .appleEngineer
    }

    private struct Row {
        var number: Int
        var confidence: RuleBreach.Confidence
        var due: String
        var remedy: String
    }

    private var row: Row {
        guard let row = Self.rows[self] else { preconditionFailure("\(self) has no row") }
        return row
    }

    private static let rows: [Self: Row] = [
        .pushNotReported: Row(
            number: 121, confidence: .documented,
            due: "a call must be reported before the push delegate's method returns",
            remedy: "call reportNewIncomingCall in that method, whatever the payload says; end "
                + "the call at once if there is none to answer"),
        .pushNotReportedInTime: Row(
            number: 122, confidence: .appleEngineer,
            due: "a call must be reported within 7 s after the push came to the phone",
            remedy: "make the registry and set its delegate and desiredPushTypes at every launch, "
                + "and do not block in the delegate's method"),
        .pushesStopped: Row(
            number: 126, confidence: .documented,
            due: "every push must lead to a report",
            remedy: "mend what breaks B121 or B122, then install the app again"),
        .actionTimedOut: Row(
            number: 37, confidence: .documented,
            due: "every action must be fulfilled or failed before its timeoutDate",
            remedy: "keep the action and complete it on every path, also where the network "
                + "does not answer"),
        .actionCompletedAfterTimeout: Row(
            number: 37, confidence: .documented,
            due: "an action that timed out has been failed already and must be left alone",
            remedy: "forget the action in provider(_:timedOutPerforming:)"),
        .actionCompletedTwice: Row(
            number: 39, confidence: .documented,
            due: "an action is completed once; the first completion counts",
            remedy: "fulfil or fail in one place only"),
        .secondProvider: Row(
            number: 1, confidence: .documented,
            due: "an app has one CXProvider for as long as it lives",
            remedy: "make it once, at launch, and share it"),
        .providerForEachPush: Row(
            number: 5, confidence: .singleReport,
            due: "calls belong to the provider that reported them",
            remedy: "keep one provider; do not make another for each push"),
        .audioActivatedByHand: Row(
            number: 68, confidence: .documented,
            due: "the system activates the session of a call; the app waits for didActivate",
            remedy: "set the category while performing the action, and start the sound in "
                + "provider(_:didActivate:)"),
        .callNeverEnded: Row(
            number: 13, confidence: .severalDevelopers,
            due: "a call that is over must be reported ended, or its End action fulfilled",
            remedy: "report every end, on every path; end what is left at launch"),
        .outgoingCallNeverConnected: Row(
            number: 34, confidence: .severalDevelopers,
            due: "an outgoing call is connected once reportOutgoingCall(with:connectedAt:) "
                + "said so",
            remedy: "report it when the other side answers; until then the phone offers no "
                + "hold and keeps the call as failed"),
        .refusedCallContinued: Row(
            number: 15, confidence: .documented,
            due: "a call whose report was refused does not exist for the system",
            remedy: "look at the error of reportNewIncomingCall and drop the call"),
        .unknownCallRequested: Row(
            number: 51, confidence: .severalDevelopers,
            due: "an action names a call that the system knows",
            remedy: "keep the UUID that was reported or started, and drop it when the call "
                + "ends"),
        .unknownCallReported: Row(
            number: 104, confidence: .inferred,
            due: "a report names a call that the system knows; any other has no effect",
            remedy: "use the UUID that was reported: an end with a fresh one leaves the "
                + "screen ringing"),
        .muteLoop: Row(
            number: 47, confidence: .severalDevelopers,
            due: "what an app requests comes back to its own delegate",
            remedy: "do not request a mute because one was performed; compare with the state "
                + "that is"),
        .holdLoop: Row(
            number: 47, confidence: .severalDevelopers,
            due: "what an app requests comes back to its own delegate",
            remedy: "do not request a hold because one was performed; compare with the state "
                + "that is"),
        .tokenPrinted: Row(
            number: 117, confidence: .severalDevelopers,
            due: "a token is bytes; a server wants them in hexadecimal",
            remedy: "map each byte with String(format: \"%02x\", $0); printing the Data gives "
                + "its description"),
        .noPushBackgroundMode: Row(
            number: 117, confidence: .documented,
            due: "an app gets VoIP pushes with voip among its UIBackgroundModes alone",
            remedy: "switch on Background Modes, Voice over IP"),
        .noPushEntitlement: Row(
            number: 117, confidence: .documented,
            due: "an app gets a token with aps-environment among its entitlements alone",
            remedy: "switch on the capability Push Notifications"),
        .providerInRestrictedRegion: Row(
            number: 116, confidence: .severalDevelopers,
            due: "in mainland China an app must not use CallKit for VoIP calls (store review)",
            remedy: "look at the region before making a provider, and ring by a notification "
                + "there"),
        .overLimit: Row(
            number: 15, confidence: .inferred,
            due: "names and handles are of a length that a screen can show",
            remedy: "shorten it"),
    ]
}
