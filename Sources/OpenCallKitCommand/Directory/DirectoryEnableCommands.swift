// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit directory enable` and `directory disable`.
enum DirectoryEnableCommands {
    static let enable = Command(
        "directory enable",
        "switch a call directory extension on, which loads it",
        arguments: [extensionArgument],
        options: [.json],
        details: [
            """
            What Settings offers under Call Blocking & Identification. Waits until the load has
            ended; where it fails the extension stays on, and 'directory reload' tries again.
            """,
            DirectoryWait.exitWords,
        ],
        examples: ["opencallkit directory enable com.example.hotline.CallDirectory"],
        run: runEnable
    )

    static let disable = Command(
        "directory disable",
        "switch a call directory extension off",
        arguments: [extensionArgument],
        options: [.json],
        details: ["Its entries stay on the phone, and no call is compared with them."],
        examples: ["opencallkit directory disable com.example.hotline.CallDirectory"],
        run: runDisable
    )

    @Sendable private static func runEnable(_ invocation: Invocation) throws(CommandFailure) {
        let id = invocation.required(extensionArgument)
        let wait = DirectoryWait(try PhoneDoor(invocation), id: id)
        try wait.begin(.setDirectoryEnabled(id, true)).tell(invocation)
    }

    @Sendable private static func runDisable(_ invocation: Invocation) throws(CommandFailure) {
        let id = invocation.required(extensionArgument)
        try PhoneDoor(invocation).act(.setDirectoryEnabled(id, false))
        if invocation.has(.json) { try Output.json(DirectoryDeed(did: "disable", id: id)) }
    }
}

/// The extension that a sub-command is about.
let extensionArgument = Argument(
    "EXTENSION-ID", "the extension's bundle identifier, as `directory status` shows it")

/// What was done with an extension, as a script reads it; a person hears nothing.
struct DirectoryDeed: Encodable {
    let did: String
    let id: ExtensionID
}
