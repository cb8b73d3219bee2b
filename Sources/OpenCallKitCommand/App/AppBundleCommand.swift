// SPDX-License-Identifier: Apache-2.0
import PhoneHost
import PhoneServices

/// `opencallkit app bundle`.
enum AppBundleCommand {
    private static let executable = Argument("EXECUTABLE", "the program, as `swift build` made it")
    private static let info = Option("info", value: "FILE", "the app's Info.plist (needed)")
    private static let entitlements = Option(
        "entitlements",
        value: "FILE",
        "the app's Entitlements.plist (the one beside Info.plist, if there is one)"
    )
    private static let appExtension = Option(
        "extension",
        value: "FILE",
        "the Info.plist of an extension of the app (more than one may be given)",
        isRepeatable: true
    )
    private static let output = Option(
        "output",
        value: "DIR",
        "where to make EXECUTABLE.app, or the bundle's own path if it ends in .app (.)"
    )

    static let command = Command(
        "app bundle",
        "make an app's bundle of a program and an Info.plist",
        arguments: [executable],
        options: [info, entitlements, appExtension, output, .json],
        details: [
            """
            Info.plist needs CFBundleIdentifier, CFBundleExecutable and a name, each as it is, not
            as one of Xcode's variables. A bundle that is there already is renewed in place.
            """,
            """
            An app that rings needs voip among its UIBackgroundModes, and an Entitlements.plist with
            aps-environment, whose value is development or production: else it gets no push token.
            """,
            """
            An extension's program is the file that CFBundleExecutable of its Info.plist names,
            beside EXECUTABLE; an Entitlements.plist beside its Info.plist goes with it. It becomes
            PlugIns/X.appex of the bundle.
            """,
        ],
        examples: [
            "opencallkit app bundle .build/debug/Hotline --info Examples/Hotline/Info.plist",
            "opencallkit app bundle .build/debug/Hotline --info Examples/Hotline/Info.plist "
                + "--extension Examples/Hotline/CallDirectory/Info.plist",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let program = invocation.required(executable)
        guard let info = invocation[info] else {
            throw .usage("'app bundle' needs --info FILE: the app's Info.plist", command)
        }
        let entitlements = invocation[entitlements] ?? entitlements(beside: info)
        let extensions = invocation.all(appExtension)
        for file in [program, info] + [entitlements].compactMap(\.self) + extensions {
            guard fileExists(file) else {
                throw CommandFailure(.noInput, "cannot find \(file); check the path")
            }
        }
        let path = bundlePath(in: invocation[output] ?? ".", of: program)
        let advice: [BundleProblem]
        do {
            advice = try BundleMaker.bundle(
                executable: program,
                info: info,
                entitlements: entitlements,
                extensions: extensions,
                output: path
            )
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        for problem in advice { Output.error("advice: \(problem)") }
        if invocation.has(.json) { return try Output.json(BundledApp(path: path)) }
        Output.line(
            "Made \(path). Install it with: opencallkit app install \(shellWord(path))"
                + invocation.homeWords
        )
    }

    private static func entitlements(beside info: String) -> String? {
        let folder = info.lastIndex(of: "/").map { String(info[...$0]) } ?? ""
        let file = folder + "Entitlements.plist"
        return fileExists(file) ? file : nil
    }

    private static func bundlePath(in output: String, of program: String) -> String {
        guard !output.hasSuffix(".app") else { return output }
        let name = program.split(separator: "/").last.map(String.init) ?? program
        return output == "." ? "\(name).app" : "\(output)/\(name).app"
    }
}

/// A bundle that was made, as a script reads it.
struct BundledApp: Hashable, Sendable, Codable {
    var path: String
}
