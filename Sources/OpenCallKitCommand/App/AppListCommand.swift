// SPDX-License-Identifier: Apache-2.0
import CallModel

/// `opencallkit app list`.
enum AppListCommand {
    static let command = Command(
        "app list",
        "list the installed apps",
        options: [.json],
        details: [
            """
            PUSHES tells where the app's push token is valid, and the token's first 8 digits; the
            whole of it is with --json.
            """
        ],
        examples: ["opencallkit app list", "opencallkit app list --json"],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        guard case .apps(let apps) = try PhoneDoor(invocation).ask(.apps) else {
            throw PhoneDoor.misunderstood
        }
        if invocation.has(.json) {
            for app in apps { try Output.json(ListedApp(app)) }
            return
        }
        let rows = apps.map { app in
            [
                app.bundle, app.name, app.isRunning ? "running" : "-",
                pushWords(app), app.isLinked ? "linked" : "copied",
                app.path,
            ]
        }
        Output.table(
            Table(header: ["APP", "NAME", "STATE", "PUSHES", "KIND", "PATH"], rows: rows),
            whenEmpty: "No apps are installed. Install one with: opencallkit app install PATH"
                + invocation.homeWords
        )
    }
}

/// Where an app's token is valid, and how it begins.
private func pushWords(_ app: AppSummary) -> String {
    guard let environment = app.pushEnvironment else { return "not entitled" }
    guard let token = app.pushToken else { return "\(environment), no token yet" }
    return "\(environment), token \(token.hexadecimal.prefix(8))"
}

/// An installed app as a script reads it.
struct ListedApp: Hashable, Sendable, Codable {
    var bundle: BundleID
    var name: String
    var path: String
    var isLinked: Bool
    var isRunning: Bool
    /// In hexadecimal, as it stands in the path of a push.
    var pushToken: String?
    /// `production` or `development`; absent where the app lacks `aps-environment`.
    var pushEnvironment: String?

    init(_ app: AppSummary) {
        bundle = app.bundle
        name = app.name
        path = app.path
        isLinked = app.isLinked
        isRunning = app.isRunning
        pushToken = app.pushToken?.hexadecimal
        pushEnvironment = app.pushEnvironment?.rawValue
    }
}
