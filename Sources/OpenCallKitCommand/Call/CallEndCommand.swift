// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit call end`.
enum CallEndCommand {
    static let command = Command(
        "call end",
        "hang up, or decline the call that rings",
        arguments: [callArgument],
        options: [.json],
        examples: ["opencallkit call end"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let call = try callID(invocation)
        try PhoneDoor(invocation).act(.end(call))
        try Deed(did: "end", call: call).tell(invocation)
    }
}
