// SPDX-License-Identifier: Apache-2.0

/// The example app of this package, as the build that this command is of has left it.
struct HotlineApp {
    /// Beside this command.
    let executable: String
    /// The far end of its calls, beside it.
    let echo: String
    /// In the package's Examples.
    let info: String
    /// Beside that.
    var entitlements: String {
        String(info.dropLast("Info.plist".count)) + "Entitlements.plist"
    }

    /// Writes the app's Info.plist with the addresses of the server that it gives its token to, and
    /// of its far end.
    func writeInfo(to path: String, server: String, echo: String) throws(CommandFailure) {
        let text = String(decoding: try readFile(info, limit: 1 << 16), as: UTF8.self)
        guard let end = text.firstRange(of: "</dict>\n</plist>") else {
            throw CommandFailure(.badData, "\(info) does not end with a dictionary")
        }
        let entry =
            "\t<key>HotlineServer</key>\n\t<string>\(server)</string>\n"
            + "\t<key>HotlineEcho</key>\n\t<string>\(echo)</string>\n"
        try writeFile(path, text[..<end.lowerBound] + entry + text[end.lowerBound...])
    }

    /// - Throws: Where one of the two is not there: names it.
    static func find() throws(CommandFailure) -> Self {
        let command = try absolutePath(ChildProcess.thisProgram)
        var folder = parent(of: command)
        let (executable, echo) = ("\(folder)/Hotline", "\(folder)/HotlineEcho")
        for program in [executable, echo] where !fileExists(program) {
            throw CommandFailure(
                .noInput,
                "the demo runs \(program), which is not there; build the whole package: "
                    + "swift build"
            )
        }
        while true {
            let info = "\(folder)/Examples/Hotline/Info.plist"
            if fileExists(info) {
                return Self(executable: executable, echo: echo, info: info)
            }
            guard folder != "/", !folder.isEmpty else { break }
            folder = parent(of: folder)
        }
        throw CommandFailure(
            .noInput,
            "no folder above \(command) has Examples/Hotline/Info.plist; "
                + "run the demo from a build of the package"
        )
    }

    private static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
