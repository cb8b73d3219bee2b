// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit directory reload`.
enum DirectoryReloadCommand {
    static let command = Command(
        "directory reload",
        "have the phone load a call directory extension",
        arguments: [extensionArgument],
        options: [.json],
        details: [
            """
            As CXCallDirectoryManager.reloadExtension does for an app. Waits until the load has
            ended, and tells Apple's code where it failed, with the entry that was at fault.
            """,
            DirectoryWait.exitWords,
        ],
        examples: ["opencallkit directory reload com.example.hotline.CallDirectory"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let id = invocation.required(extensionArgument)
        let wait = DirectoryWait(try PhoneDoor(invocation), id: id)
        try wait.begin(.reloadDirectory(id)).tell(invocation)
    }
}
