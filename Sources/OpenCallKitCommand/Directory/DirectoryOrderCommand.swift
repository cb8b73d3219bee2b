// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit directory order`.
enum DirectoryOrderCommand {
    private static let identifiers = Argument(
        "EXTENSION-ID", "bundle identifiers of extensions, the first one first",
        isRepeatable: true)

    static let command = Command(
        "directory order",
        "set which call directory extensions are asked first",
        arguments: [identifiers],
        options: [.json],
        details: [
            """
            The first extension that has a label for a number names the caller. Those that are not
            named here come behind, as they were.
            """
        ],
        examples: ["opencallkit directory order com.example.hotline.CallDirectory"],
        run: run
    )

    /// What a script reads.
    private struct Line: Encodable {
        let did = "order"
        let ids: [ExtensionID]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let ids = invocation.all(identifiers)
        try PhoneDoor(invocation).act(.orderDirectories(ids))
        if invocation.has(.json) { try Output.json(Line(ids: ids)) }
    }
}
