// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app remove`.
enum AppRemoveCommand {
    static let command = Command(
        "app remove",
        "remove an app from the phone; of a linked one only the registration",
        arguments: [bundleArgument],
        options: [.json],
        examples: ["opencallkit app remove com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let bundle = invocation.required(bundleArgument)
        guard case .done = try PhoneDoor(invocation).ask(.removeApp(bundle)) else {
            throw PhoneDoor.misunderstood
        }
        try Deed(did: "remove", bundle: bundle).tell(invocation)
    }
}

/// The app that a sub-command is about.
let bundleArgument = Argument("BUNDLE-ID", "the app's identifier, as `app list` shows it")
