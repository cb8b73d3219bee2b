// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app close`.
enum AppCloseCommand {
    static let command = Command(
        "app close",
        "end an app, as swiping it away does",
        arguments: [bundleArgument],
        examples: ["opencallkit app close com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        try PhoneDoor(invocation).act(.closeApp(invocation.required(bundleArgument)))
    }
}
