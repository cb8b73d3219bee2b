// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import PhoneLink
import PhoneServices

/// `opencallkit doctor`.
enum DoctorCommand {
    private static let path = Argument(
        "PATH", "a bundle, or a folder of sources; left out, the phone that runs here",
        isOptional: true)
    /// `sun_path` of unix(7), whose last byte is a zero.
    private static let socketPathMax = 107

    static let command = Command(
        "doctor",
        "say what keeps an app from ringing, and what to do",
        arguments: [path],
        options: [.json],
        details: [
            """
            Of a bundle it reads the property lists and the program; of a folder the property lists
            and the Swift sources, but no tests: delegate methods whose labels are not Apple's, old
            spellings, what does not build off Apple's systems, more than one provider; of a phone
            its push service, its apps, their tokens, and the pushes of late.
            """,
            """
            Ends with 1 if something would keep the app from building here or from ringing; remarks
            alone do not. B-numbers are those of Documentation/Conformance.md.
            """,
        ],
        examples: [
            "opencallkit doctor", "opencallkit doctor Hotline.app",
            "opencallkit doctor . --json",
        ],
        run: run
    )

    @Sendable private static func run(_ invocation: Invocation) throws(CommandFailure) {
        let findings: [Finding]
        let subject: String
        if let path = invocation[path] {
            findings = try self.findings(of: trimmed(path))
            subject = path
        } else {
            findings = try phoneFindings(invocation)
            subject = "the phone"
        }
        let hints = HomeHints(home: invocation.homeWords)
        for var finding in findings {
            finding.words = hints.applied(to: finding.words)
            if invocation.has(.json) {
                try Output.json(finding)
            } else {
                Output.line(finding.text.withoutControls)
            }
        }
        let fatal = findings.count(where: \.isFatal)
        guard fatal == 0 else {
            let count = fatal == 1 ? "1 thing keeps" : "\(fatal) things keep"
            let object = invocation[path] == nil ? "its apps" : "the app"
            throw CommandFailure(.failed, "\(subject): \(count) \(object) from ringing")
        }
        if !invocation.has(.json) { Output.line("\(subject): nothing keeps it from ringing.") }
    }

    private static func trimmed(_ path: String) -> String {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        return String(path)
    }

    // MARK: Bundles and sources

    static func findings(of path: String) throws(CommandFailure) -> [Finding] {
        guard fileExists(path) else {
            throw CommandFailure(.noInput, "cannot find \(path); check the path")
        }
        let whole = try absolutePath(path)
        if whole.hasSuffix(".app") { return BundleCheckup.findings(path) }
        if whole.hasSuffix(".appex") { return try extensionFindings(whole) }
        return try sourceFindings(path)
    }

    /// An extension is looked at in its app, by whose names it is known.
    private static func extensionFindings(_ path: String) throws(CommandFailure) -> [Finding] {
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count > 2, parts[parts.count - 2] == "PlugIns",
            parts[parts.count - 3].hasSuffix(".app")
        else {
            throw CommandFailure(
                .badData,
                "\(path) is not in an app: an extension is installed as X.app/PlugIns/Y.appex; "
                    + "'opencallkit app bundle' makes that")
        }
        let app = "/" + parts.dropLast(2).joined(separator: "/")
        return BundleCheckup.findings(app).filter { $0.words.contains(path) }
    }

    private static func sourceFindings(_ path: String) throws(CommandFailure) -> [Finding] {
        let folder = SourceFolder(path)
        guard !folder.sources.isEmpty || !folder.propertyLists.isEmpty else {
            throw CommandFailure(
                .noInput,
                "\(path) is no bundle, and has no Swift sources or Info.plist in it; name a folder "
                    + "X.app, or one with a package")
        }
        let (files, unread) = folder.read(path)
        // An app that only gives numbers rings nobody, and wants no pushes.
        let rings = files.contains { !$0.outline.creations.isEmpty }
        var findings: [Finding] = []
        for list in folder.propertyLists {
            findings += BundleCheckup.findings(info: list, rings: rings || files.isEmpty)
        }
        return findings + SourceCheck(files: files).findings() + unread
    }

    // MARK: The phone

    private static func phoneFindings(
        _ invocation: Invocation
    ) throws(CommandFailure) -> [Finding] {
        let sockets = try invocation.homePaths()
        let longest = sockets.controlSocket
        guard longest.utf8.count <= socketPathMax else {
            return [
                .problem(
                    "\(longest) has \(longest.utf8.count) bytes, and a socket's path at most "
                        + "\(socketPathMax): choose a shorter --home")
            ]
        }
        let door = try PhoneDoor(invocation)
        guard case .status(let status) = try door.ask(.status),
            case .apps(let apps) = try door.ask(.apps)
        else { throw PhoneDoor.misunderstood }
        let pushes = try pages(of: PhoneCheckup.pushCount) {
            count, last throws(CommandFailure) -> [PushRecord] in
            let reply = try door.ask(.pushes(limit: count, before: last?.key))
            guard case .pushes(let page) = reply else { throw PhoneDoor.misunderstood }
            return page
        }
        return PhoneCheckup(status: status, apps: apps, pushes: pushes).findings()
    }
}
