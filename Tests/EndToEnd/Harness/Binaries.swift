// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the programs under test are.
enum Binaries {
    static let opencallkit = find("opencallkit")
    static let hotline = find("Hotline")
    /// An app that takes a VoIP push and reports no call.
    static let silentApp = find("SilentApp")
    /// An app whose extension loads a packed table.
    static let numberList = find("NumberList")
    /// A client of `Examples/Articles`, by the name of its folder.
    static func article(_ name: String) -> String { find("Article\(name)") }

    /// The package's folder, from this file's place in it.
    static let package = parent(of: #filePath, levels: 4)

    /// In the folder that `OPENCALLKIT_BIN_DIR` names, else in the package's builds, the optimised
    /// one first.
    private static func find(_ name: String) -> String {
        var folders: [String] = []
        if let folder = getenv("OPENCALLKIT_BIN_DIR") { folders.append(String(cString: folder)) }
        let test = CommandLine.arguments.first ?? ""
        let beside = parent(of: realpath(test) ?? test, levels: 1)
        folders += ["\(package)/.build/release", "\(package)/.build/debug", beside]
        let paths = folders.map { "\($0)/\(name)" }
        return paths.first { access($0, X_OK) == 0 } ?? paths[0]
    }

    private static func parent(of path: String, levels: Int) -> String {
        "/" + path.split(separator: "/").dropLast(levels).joined(separator: "/")
    }

    private static func realpath(_ path: String) -> String? {
        guard let resolved = Glibc.realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
