// SPDX-License-Identifier: Apache-2.0
import Glibc
import PhoneServices

/// `opencallkit app new`.
enum AppNewCommand {
    private static let name = Argument("NAME", "of the app and its Swift module, such as Hotline")
    private static let bundle = Option(
        "bundle", value: "BUNDLE-ID", "the app's identifier (com.example. and the name)")
    private static let path = Option(
        "path", value: "DIR", "a clone of OpenCallKit (the one that this command was built in)")
    private static let url = Option(
        "url", value: "URL", "or a repository of OpenCallKit, taken from this version on")
    private static let output = Option(
        "output", letter: "o", value: "DIR",
        "the app's folder, which is made, or is empty (NAME)")

    static let command = Command(
        "app new",
        "write a small VoIP app as a package, with its tests",
        arguments: [name],
        options: [bundle, path, url, output, .json],
        details: [
            """
            The app is rung by pushes, answers, dials from Contacts and Recents, holds, mutes and
            ends. Its tests run it on a phone of their own; 'swift test' in its folder passes at
            once. Its README says how a phone that runs here is made to ring.
            """
        ],
        examples: [
            "opencallkit app new Hotline",
            "opencallkit app new Hotline --bundle com.example.hotline -o apps/Hotline "
                + "--path ../OpenCallKit",
        ],
        run: run
    )

    /// What was made, as a script reads it.
    private struct Line: Encodable {
        let path: String
        let bundle: String
        let files: [String]
    }

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let name = invocation.required(name)
        if let objection = NewApp.objection(to: name) { throw .usage(objection, command) }
        let bundle = invocation[bundle] ?? NewApp.bundle(for: name)
        guard BundleIdentifier.isValid(bundle) else {
            throw .usage(
                "--bundle takes an identifier such as com.example.hotline, not '\(bundle)': "
                    + BundleIdentifier.rule, command)
        }
        let app = NewApp(name: name, bundle: bundle, dependency: try dependency(invocation))
        let folder = invocation[output] ?? name
        try write(app, to: folder)
        if invocation.has(.json) {
            return try Output.json(
                Line(
                    path: try absolutePath(folder), bundle: bundle, files: app.files.map(\.path)))
        }
        Output.line(
            "Made \(folder), with \(app.files.count) files. Next: cd \(shellWord(folder)) && "
                + "swift test")
    }

    private static func dependency(
        _ invocation: Invocation
    ) throws(CommandFailure) -> NewApp.Dependency {
        switch (invocation[path], invocation[url]) {
        case (.some, .some): throw .usage("--path and --url exclude each other", command)
        case (nil, let url?): return .url(url, version: CommandTool.version)
        case (let path?, nil):
            let folder = try absolutePath(path)
            guard isClone(folder) else {
                throw CommandFailure(
                    .noInput,
                    "\(path) is no clone of OpenCallKit: its Package.swift is missing, or names "
                        + "another package; check --path")
            }
            return .path(folder)
        case (nil, nil):
            guard let folder = ownClone() else {
                throw .usage(
                    "'app new' needs --path DIR, a clone of OpenCallKit, or --url URL: this "
                        + "command does not lie in a clone", command)
            }
            return .path(folder)
        }
    }

    private static func isClone(_ folder: String) -> Bool {
        guard let bytes = try? readFile("\(folder)/Package.swift", limit: 1 << 20) else {
            return false
        }
        return String(decoding: bytes, as: UTF8.self).contains(#"name: "OpenCallKit","#)
    }

    /// The clone in whose build folder this command lies.
    private static func ownClone() -> String? {
        guard var folder = (try? absolutePath("/proc/self/exe"))?[...] else { return nil }
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = folder[..<slash]
            if isClone(String(folder)) { return String(folder) }
        }
        return nil
    }

    private static func write(_ app: NewApp, to folder: String) throws(CommandFailure) {
        try requireParent(of: folder)
        if fileExists(folder) {
            guard try isEmptyFolder(folder) else {
                throw CommandFailure(
                    .cannotCreate,
                    "\(folder) is there already and not empty, and nothing in it is overwritten: "
                        + "name another folder with -o")
            }
        }
        try makeFolder(folder, mode: 0o777)
        for file in app.files {
            var path = folder
            for part in file.path.split(separator: "/").dropLast() {
                path += "/\(part)"
                try makeFolder(path, mode: 0o777)
            }
            try writeFile("\(folder)/\(file.path)", file.text, mode: 0o666)
        }
    }
}
