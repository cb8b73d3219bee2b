// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// One entry of a timeline as a line, for a person (``text(isColoured:)``) or a script (``json``).
///
/// Neither ends in a line break, and neither holds one: control characters in an entry's words are
/// dropped from the text and escaped in the JSON.
package struct TimelineLine: Hashable, Sendable {
    package var entry: TimelineEntry
    /// What the times are counted from.
    package var start: MonotonicTime

    package init(_ entry: TimelineEntry, since start: MonotonicTime) {
        self.entry = entry
        self.start = start
    }

    /// The time in milliseconds since the start with three decimals, who, the step and words, in
    /// columns.
    ///
    /// - Parameter isColoured: Whether to mark who did it with a terminal's colours (ECMA-48 SGR).
    /// - Returns: The line, without a line break.
    package func text(isColoured: Bool = false) -> String {
        let time = padded(milliseconds, to: 10, onTheLeft: true)
        let who = padded(entry.who.rawValue, to: Self.whoWidth)
        let step = padded(entry.step.rawValue, to: Self.stepWidth)
        let mark = isColoured ? "\u{1B}[\(entry.who.colour)m" : ""
        let end = isColoured ? "\u{1B}[0m" : ""
        return "\(time) ms  \(mark)\(who)  \(step)\(end)  \(words)"
    }

    /// An object with the keys `at` (milliseconds since the start), `who`, `step`, and those of
    /// `bundle`, `call`, `push` and `detail` that the entry has.
    package var json: String {
        var fields = ["\"at\":\(milliseconds)"]
        fields.append("\"who\":\(quoted(entry.who.rawValue))")
        fields.append("\"step\":\(quoted(entry.step.rawValue))")
        if let bundle = entry.bundle { fields.append("\"bundle\":\(quoted(bundle))") }
        if let call = entry.call { fields.append("\"call\":\(quoted(call.description))") }
        if let push = entry.push { fields.append("\"push\":\(quoted(push.description))") }
        if let detail = entry.detail { fields.append("\"detail\":\(quoted(detail))") }
        return "{\(fields.joined(separator: ","))}"
    }

    /// Milliseconds since the start, as a decimal number with microseconds.
    package var milliseconds: String {
        let passed = (entry.at - start).nanoseconds
        let micros = passed.magnitude / 1000
        let fraction = padded(String(micros % 1000), to: 3, onTheLeft: true, with: "0")
        return "\(passed < 0 ? "-" : "")\(micros / 1000).\(fraction)"
    }

    private var words: String {
        let words = [entry.step.words, entry.detail].compactMap(\.self).joined(separator: ": ")
        return String(words.unicodeScalars.filter { !$0.properties.isControl }.map(Character.init))
    }

    private static let whoWidth = TimelineParty.allCases.map(\.rawValue.count).max() ?? 0
    private static let stepWidth = TimelineStep.allCases.map(\.rawValue.count).max() ?? 0
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
        case .appOpened: "comes to the front"
        case .appLeft: "goes to the back"
        case .userActed: "does something"
        case .worldChanged: "something happens outside"
        case .faultInjected: "a fault was asked for"
        }
    }
}

extension TimelineParty {
    /// The parameter of SGR that colours this party's words.
    fileprivate var colour: Int {
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

extension Unicode.Scalar.Properties {
    /// Control and bidirectional characters, which could make a terminal show something else.
    fileprivate var isControl: Bool {
        generalCategory == .control || generalCategory == .format
            || generalCategory == .lineSeparator || generalCategory == .paragraphSeparator
    }
}

private func padded(
    _ text: String,
    to width: Int,
    onTheLeft: Bool = false,
    with filler: Character = " "
) -> String {
    let filling = String(repeating: filler, count: max(0, width - text.count))
    return onTheLeft ? filling + text : text + filling
}

/// A JSON string (RFC 8259 §7) of this text.
private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case _ where scalar.value < 0x20 || scalar.value == 0x7F:
            let digits = String(scalar.value, radix: 16)
            result += "\\u" + padded(digits, to: 4, onTheLeft: true, with: "0")
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}
