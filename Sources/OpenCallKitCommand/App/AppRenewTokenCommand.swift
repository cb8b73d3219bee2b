// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app renew-token`.
enum AppRenewTokenCommand {
    static let command = Command(
        "app renew-token",
        "give an app another push token in place of the one that it has",
        arguments: [bundleArgument],
        options: [.json],
        details: [
            """
            As Apple's service does now and then. The app hears that the old token is of no use, and
            then of the new one; a push to the old one is refused from then on. `app list --json`
            shows the token.
            """
        ],
        examples: ["opencallkit app renew-token com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let bundle = invocation.required(bundleArgument)
        guard case .done = try PhoneDoor(invocation).ask(.renewToken(bundle)) else {
            throw PhoneDoor.misunderstood
        }
        try Deed(did: "renew-token", bundle: bundle).tell(invocation)
    }
}
