// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit call list`.
enum CallListCommand {
    static let command = Command(
        "call list",
        "list the calls that ring or go on",
        options: [.json],
        examples: ["opencallkit call list"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard case .calls(let calls) = try PhoneDoor(invocation).ask(.calls) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) {
            for call in calls { try Output.json(call) }
            return
        }
        let rows = calls.map { call in
            [
                timeText(call.began), call.state.rawValue, call.isOutgoing ? "to" : "from",
                partyText(call.name, call.handle), call.bundle, call.id.description,
            ]
        }
        Output.table(
            Table(header: ["BEGAN", "STATE", "", "WHO", "APP", "CALL"], rows: rows),
            whenEmpty: "No calls."
        )
    }
}

/// The other party of a call, as much as is known of it.
func partyText(_ name: String?, _ handle: Handle?) -> String {
    switch (name, handle?.value) {
    case (let name?, let value?): "\(name) (\(value))"
    case (let name?, nil): name
    case (nil, let value?): value
    case (nil, nil): "unknown"
    }
}
