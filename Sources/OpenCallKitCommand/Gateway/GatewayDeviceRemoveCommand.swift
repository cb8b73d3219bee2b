// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway device remove`.
enum GatewayDeviceRemoveCommand {
    private static let device = Argument("PHONE", "as 'gateway device list' names it")

    static let command = Command(
        "gateway device remove",
        "forget a phone, its tokens and its pushes",
        arguments: [device],
        options: [.json],
        details: ["Its tokens are unregistered; to come back it needs a new activation code."],
        examples: ["opencallkit gateway device remove 01234567-89AB-CDEF-0123-456789ABCDEF"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let request = GatewayControlRequest.removeDevice(id: invocation.required(device))
        try GatewayPlace(invocation).order(request, invocation)
    }
}
