// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit call answer`.
enum CallAnswerCommand {
    private static let hold = Option("hold", "hold the call that goes on")
    private static let end = Option("end", "end the call that goes on")

    static let command = Command(
        "call answer",
        "answer the call that rings",
        arguments: [callArgument],
        options: [hold, end, .json],
        details: [
            """
            What becomes of a call that goes on already is the phone's choice, unless one of the
            options names it.
            """
        ],
        examples: [
            "opencallkit call answer",
            "opencallkit call answer 3F2504E0-4F89-41D3-9A0C-0305E82C3301",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let call = try callID(invocation)
        switch (invocation.has(hold), invocation.has(end)) {
        case (true, true): throw .usage("--hold and --end exclude each other", command)
        case (true, false): try PhoneDoor(invocation).act(.holdAndAnswer(call))
        case (false, true): try PhoneDoor(invocation).act(.endAndAnswer(call))
        case (false, false): try PhoneDoor(invocation).act(.answer(call))
        }
        try Deed(did: "answer", call: call).tell(invocation)
    }
}

/// The call that a sub-command is about; left out, the phone takes the only one that it can be.
let callArgument = Argument("CALL", "its UUID, as `call list` shows it", isOptional: true)

/// - Throws: A usage failure where the word is no UUID.
func callID(_ invocation: Invocation) throws(CommandFailure) -> CallID? {
    guard let word = invocation[callArgument] else { return nil }
    guard let call = CallID(word) else {
        throw .usage("'\(word)' is not a call's UUID, as `call list` shows it", invocation.command)
    }
    return call
}
