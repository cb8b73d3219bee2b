// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app open`.
enum AppOpenCommand {
    static let command = Command(
        "app open",
        "start an app, as a tap on its icon does",
        arguments: [bundleArgument],
        options: [.json],
        examples: ["opencallkit app open com.example.hotline"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let bundle = invocation.required(bundleArgument)
        try PhoneDoor(invocation).act(.openApp(bundle))
        try Deed(did: "open", bundle: bundle).tell(invocation)
    }
}
