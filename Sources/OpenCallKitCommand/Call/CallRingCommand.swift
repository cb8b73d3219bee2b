// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit call ring`.
enum CallRingCommand {
    private static let number = Argument(
        "NUMBER", "who calls; left out, the caller withholds it", isOptional: true)

    static let command = Command(
        "call ring",
        "let a cellular call come in",
        arguments: [number],
        options: [.json],
        details: [
            """
            The phone takes it as one of its network, of no app: contacts, the block list, Do Not
            Disturb and the call directories decide who it is, and whether it rings. One that is
            blocked is in 'directory blocked' and nowhere else.
            """
        ],
        examples: [
            "opencallkit call ring +4930123456", "opencallkit call ring 030123456 --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        var random = SystemRandomNumberGenerator()
        let call = CallID(high: random.next(), low: random.next())
        let handle = invocation[number].map { Handle(kind: .phoneNumber, value: $0) }
        guard case .done = try PhoneDoor(invocation).ask(.ringCellular(call, handle)) else {
            throw PhoneDoor.misunderstood
        }
        try Deed(did: "ring", call: call).tell(invocation)
    }
}
