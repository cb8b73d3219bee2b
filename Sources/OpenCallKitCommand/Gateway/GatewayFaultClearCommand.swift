// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway fault clear`.
enum GatewayFaultClearCommand {
    private static let number = Argument(
        "NUMBER", "of one fault, as 'gateway fault list' has it (all)", isOptional: true)

    static let command = Command(
        "gateway fault clear",
        "take back one fault on purpose, or all",
        arguments: [number],
        options: [.json],
        examples: ["opencallkit gateway fault clear", "opencallkit gateway fault clear 2"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        var request = GatewayControlRequest.removeAllFaults
        if let text = invocation[number] {
            guard let number = Int(text), number > 0 else {
                throw .usage("NUMBER is a fault's number, not '\(text)'", command)
            }
            request = .removeFault(number: number)
        }
        try GatewayPlace(invocation).order(request, invocation)
    }
}
