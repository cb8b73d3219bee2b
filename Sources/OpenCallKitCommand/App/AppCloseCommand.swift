// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app close`.
enum AppCloseCommand {
    static let command = Command(
        "app close",
        "end an app, as swiping it away does",
        arguments: [bundleArgument],
        options: [.json],
        examples: ["opencallkit app close com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let bundle = invocation.required(bundleArgument)
        try PhoneDoor(invocation).act(.closeApp(bundle))
        try Deed(did: "close", bundle: bundle).tell(invocation)
    }
}
