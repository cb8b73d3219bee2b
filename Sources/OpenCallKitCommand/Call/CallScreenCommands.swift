// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit call hold`, `call mute` and the other buttons of the call screen.
enum CallScreenCommands {
    private static let digits = Argument("DIGITS", "0 to 9, * and #, one tone each")
    private static let joined = Argument("CALL", "its UUID, as `call list` shows it")

    static let commands = [hold, resume, swap, merge, split, mute, unmute, keys]

    private static let hold = onCall(
        "hold", "hold the call that goes on", "opencallkit call hold"
    ) { .setHeld($0, true) }

    private static let resume = onCall(
        "resume", "go on with a call that is held", "opencallkit call resume"
    ) { .setHeld($0, false) }

    private static let mute = onCall(
        "mute", "mute the microphone of a call", "opencallkit call mute"
    ) { .setMuted($0, true) }

    private static let unmute = onCall(
        "unmute", "let a muted call hear again", "opencallkit call unmute"
    ) { .setMuted($0, false) }

    private static let swap = plain(
        "call swap", "hold what is heard, go on with what is held", .swap)

    private static let merge = plain(
        "call merge", "make one conference of what is heard and what is held", .merge)

    private static let split = Command(
        "call split",
        "take a call out of its conference",
        arguments: [joined],
        options: [.json],
        examples: ["opencallkit call split 3F2504E0-4F89-41D3-9A0C-0305E82C3301"]
    ) { invocation throws(CommandFailure) in
        guard let call = CallID(invocation.required(joined)) else {
            throw .usage(
                "'\(invocation.required(joined))' is not a call's UUID, as `call list` shows it",
                invocation.command)
        }
        try PhoneDoor(invocation).act(.split(call))
        try Deed(did: "split", call: call).tell(invocation)
    }

    private static let keys = Command(
        "call keys",
        "tap on the keypad of a call",
        arguments: [digits, callArgument],
        options: [.json],
        details: ["Its app gets one CXPlayDTMFCallAction for each (B97)."],
        examples: ["opencallkit call keys 12#"]
    ) { invocation throws(CommandFailure) in
        let call = try callID(invocation)
        let word = invocation.required(digits)
        guard word.utf8.allSatisfy({ $0 &- 0x30 < 10 || "*#".utf8.contains($0) }) else {
            throw .usage("DIGITS are 0 to 9, * and #, not '\(word)'", invocation.command)
        }
        try PhoneDoor(invocation).act(.keypad(call, word))
        try Deed(did: "keys", call: call).tell(invocation)
    }

    private static func onCall(
        _ verb: String, _ summary: String, _ example: String,
        _ action: @escaping @Sendable (CallID?) -> UserAction
    ) -> Command {
        Command(
            "call \(verb)", summary, arguments: [callArgument], options: [.json],
            examples: [example]
        ) { invocation throws(CommandFailure) in
            let call = try callID(invocation)
            try PhoneDoor(invocation).act(action(call))
            try Deed(did: verb, call: call).tell(invocation)
        }
    }

    /// A button that is about no one call or app.
    static func plain(_ name: String, _ summary: String, _ action: UserAction) -> Command {
        Command(name, summary, options: [.json], examples: ["opencallkit \(name)"]) {
            invocation throws(CommandFailure) in
            try PhoneDoor(invocation).act(action)
            let verb = invocation.command.path.last ?? name
            try Deed(did: verb).tell(invocation)
        }
    }
}
