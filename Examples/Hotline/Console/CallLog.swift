// SPDX-License-Identifier: Apache-2.0
import Foundation
import VoIPKit

/// Says what becomes of calls, as lines.
@MainActor final class CallLog {
    /// What was said last of a call, since not all that changes shows.
    private var said: [UUID: String] = [:]
    private let say: (String) -> Void

    init(_ say: @escaping (String) -> Void) { self.say = say }

    func take(_ change: CallChange) {
        let call = change.call
        let line = Self.line(call)
        if said[call.id] != line { say(line) }
        said[call.id] = call.isEnded ? nil : line
    }

    func take(_ sound: EchoCallService.Sound) {
        switch sound {
        case .starts: say("audio starts")
        case .stops: say("audio stops")
        case .echoes: say("the far end is heard")
        case .keys(let digits): say("the far end says \(digits)")
        }
    }

    /// Why somebody was not called.
    func take(_ error: CallError) { say("no call: \(error.localizedDescription)") }

    func take(_ outcome: VoIPPushOutcome) {
        if let fault = outcome.fault { say("a push: \(fault.localizedDescription)") }
        if let error = outcome.error { say("the system: \(error.localizedDescription)") }
    }

    private static func line(_ call: Call) -> String {
        let state =
            switch call.state {
            case .ringing: "ringing"
            case .connecting: call.direction == .incoming ? "answered" : "calling"
            case .active: "connected"
            case .held: "on hold"
            case .ended(let reason): "ended (\(reason.rawValue))"
            }
        return "\(state)\(call.isMuted && !call.isEnded ? ", muted" : ""): \(call.who)"
    }
}

extension Call {
    /// What the other side is called.
    var who: String { name ?? handle?.value ?? "unknown" }
}
