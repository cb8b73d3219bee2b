// SPDX-License-Identifier: Apache-2.0
import PushGateway

/// `opencallkit gateway revoke`.
enum GatewayRevokeCommand {
    private static let what = Argument(
        "WHAT", "a certificate's .pem or .p12, a key's .p8, or a key's identifier")

    static let command = Command(
        "gateway revoke",
        "revoke a certificate or a key that was issued here",
        arguments: [what],
        options: [.passwordFile, .json],
        details: [
            """
            It cannot be undone: issue another. A gateway that runs refuses it from now on, also on
            connections that are there; the gateway needs not run.
            """
        ],
        examples: [
            "opencallkit gateway revoke com.example.hotline.voip.pem",
            "opencallkit gateway revoke ABCDE12345",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let place = try GatewayPlace(invocation)
        let password = try invocation.password() ?? ""
        let words = try GatewayPlace.doing { () throws(GatewayError) in
            try GatewayRevoker.revoke(
                invocation.required(what), password: password, paths: place.paths)
        }
        let isRunning = try place.reload() != nil
        if invocation.has(.json) { return try Output.json(DoneLine(done: words)) }
        Output.line(words + (isRunning ? "" : " It is in force when a gateway starts."))
    }
}
