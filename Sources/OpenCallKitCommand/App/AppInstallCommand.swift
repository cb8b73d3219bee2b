// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneServices

/// `opencallkit app install`.
enum AppInstallCommand {
    private static let path = Argument("PATH", "the bundle's folder, such as Hotline.app")
    private static let link = Option(
        "link",
        "register the bundle where it is, so that a build or a debugger can work in it"
    )

    private static let environment = Option(
        "environment",
        value: "NAME",
        "production or development, in place of the app's aps-environment"
    )

    static let command = Command(
        "app install",
        "install an app on the phone",
        arguments: [path],
        options: [link, environment, .json],
        details: [
            """
            aps-environment in the bundle's Entitlements.plist says where its push tokens are valid:
            development ones at the sandbox, production ones at the other. --environment says it
            anew, as TestFlight does with a build that was made for development.
            """
        ],
        examples: [
            "opencallkit app install Hotline.app",
            "opencallkit app install Hotline.app --environment production",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let path = try absolutePath(invocation.required(path))
        let request = UserRequest.installApp(
            path: path, isLinked: invocation.has(link), environment: try pushEnvironment(invocation)
        )
        let door = try PhoneDoor(invocation)
        guard case .installed(let app) = try door.ask(request) else {
            throw PhoneDoor.misunderstood
        }
        let needsPushes = BundleCheck.problems(path: path).contains(where: \.isAboutPushes)
        if app.pushEnvironment == nil, needsPushes {
            Output.error(
                "\(app.bundle) has no aps-environment among its entitlements and gets no push "
                    + "token: add it, or install with --environment; see: opencallkit app check")
        }
        if invocation.has(.json) { return try Output.json(ListedApp(app)) }
        Output.line(
            "Installed \(app.name). Open it with: opencallkit app open \(app.bundle)"
                + invocation.homeWords
        )
        guard case .directories(let all) = try door.ask(.directories) else {
            throw PhoneDoor.misunderstood
        }
        for one in all where one.app == app.bundle && !one.isEnabled {
            Output.line(
                "Its numbers are off until: opencallkit directory enable \(one.id)"
                    + invocation.homeWords)
        }
    }

    private static func pushEnvironment(
        _ invocation: Invocation
    ) throws(CommandFailure) -> PushEnvironment? {
        guard let name = invocation[environment] else { return nil }
        guard let environment = PushEnvironment(rawValue: name) else {
            throw .usage(
                "--environment is production or development, not '\(name)'", command)
        }
        return environment
    }
}
