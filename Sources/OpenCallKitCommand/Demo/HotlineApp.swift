// SPDX-License-Identifier: Apache-2.0

/// The example app of this package, as the build that this command is of has left it.
struct HotlineApp {
    /// Beside this command.
    let executable: String
    /// In the package's Examples.
    let info: String
    /// Beside that.
    var entitlements: String {
        String(info.dropLast("Info.plist".count)) + "Entitlements.plist"
    }

    /// Writes the app's Info.plist with the address of the server that it gives its token to.
    func writeInfo(to path: String, server: String) throws(CommandFailure) {
        let text = String(decoding: try readFile(info, limit: 1 << 16), as: UTF8.self)
        guard let end = text.firstRange(of: "</dict>\n</plist>") else {
            throw CommandFailure(.badData, "\(info) does not end with a dictionary")
        }
        let entry = "\t<key>HotlineServer</key>\n\t<string>\(server)</string>\n"
        try writeFile(path, text[..<end.lowerBound] + entry + text[end.lowerBound...])
    }

    /// - Throws: Where one of the two is not there: names it.
    static func find() throws(CommandFailure) -> Self {
        let command = try absolutePath(ChildProcess.thisProgram)
        var folder = parent(of: command)
        let executable = "\(folder)/Hotline"
        guard fileExists(executable) else {
            throw CommandFailure(
                .noInput,
                "the demo rings the app \(executable), which is not there; "
                    + "build the whole package: swift build"
            )
        }
        while true {
            let info = "\(folder)/Examples/Hotline/Info.plist"
            if fileExists(info) { return Self(executable: executable, info: info) }
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
