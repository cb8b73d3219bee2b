// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app install`.
enum AppInstallCommand {
    private static let path = Argument("PATH", "the bundle's folder, such as Hotline.app")
    private static let link = Option(
        "link",
        "register the bundle where it is, so that a build or a debugger can work in it"
    )

    static let command = Command(
        "app install",
        "install an app on the phone",
        arguments: [path],
        options: [link, .json],
        examples: ["opencallkit app install Hotline.app"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let path = try absolutePath(invocation.required(path))
        let request = UserRequest.installApp(path: path, isLinked: invocation.has(link))
        guard case .installed(let app) = try PhoneDoor(invocation).ask(request) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) { return try Output.json(ListedApp(app)) }
        Output.line(
            "Installed \(app.name). Open it with: opencallkit app open \(app.bundle)"
        )
    }
}
