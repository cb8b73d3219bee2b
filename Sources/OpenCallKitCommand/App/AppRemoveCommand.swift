// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app remove`.
enum AppRemoveCommand {
    static let command = Command(
        "app remove",
        "remove an app from the phone; of a linked one only the registration",
        arguments: [bundleArgument],
        examples: ["opencallkit app remove com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let request = UserRequest.removeApp(invocation.required(bundleArgument))
        guard case .done = try PhoneDoor(invocation).ask(request) else {
            throw PhoneDoor.misunderstood
        }
    }
}

/// The app that a sub-command is about.
let bundleArgument = Argument("BUNDLE-ID", "the app's identifier, as `app list` shows it")
