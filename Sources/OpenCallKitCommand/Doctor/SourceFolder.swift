// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The files of a folder of sources that are worth looking at.
struct SourceFolder {
    /// Over any of these, the rest is left out, and the doctor says so.
    static let fileLimit = 5_000
    static let byteLimit = 4 << 20
    private static let depthLimit = 24

    /// Swift sources, but no tests', in order of their paths.
    private(set) var sources: [String] = []
    private(set) var propertyLists: [String] = []
    /// Whether there was more than is looked at.
    private(set) var isCut = false

    init(_ folder: String) {
        visit(folder, depth: 0)
        sources.sort()
        propertyLists.sort()
    }

    private mutating func visit(_ folder: String, depth: Int) {
        guard depth < Self.depthLimit else {
            isCut = true
            return
        }
        for name in names(in: folder).sorted() where !name.hasPrefix(".") {
            guard sources.count < Self.fileLimit else {
                isCut = true
                return
            }
            let path = folder == "." ? name : "\(folder)/\(name)"
            var facts = stat()
            // A link may lead back to where it came from.
            guard lstat(path, &facts) == 0 else { continue }
            switch facts.st_mode & S_IFMT {
            case S_IFDIR:
                if !Self.isForOthers(name, in: folder) { visit(path, depth: depth + 1) }
            case S_IFREG where name == "Package.swift": continue
            case S_IFREG where name.hasSuffix(".swift"): sources.append(path)
            case S_IFREG where name == "Info.plist": propertyLists.append(path)
            default: continue
            }
        }
    }

    /// Folders of tests, of other people's code, and of bundles.
    private static func isForOthers(_ name: String, in folder: String) -> Bool {
        let bundles = [".app", ".appex", ".xcodeproj", ".xcworkspace", ".framework", ".xcassets"]
        let others = ["Tests", "UITests", "Pods", "Carthage", "DerivedData", "node_modules"]
        return others.contains(name) || name.hasSuffix("Tests")
            || bundles.contains { name.hasSuffix($0) }
    }

    /// The files, read; what cannot be read or is too large to be source is named.
    func read(
        _ folder: String
    ) -> (files: [SourceFile], findings: [Finding]) {
        var findings: [Finding] = []
        var files: [SourceFile] = []
        for path in sources {
            do {
                let bytes = try readFile(path, limit: Self.byteLimit)
                files.append(
                    SourceFile(path: path, target: Self.target(of: path, in: folder), bytes: bytes))
            } catch {
                findings.append(.remark("it is not looked at: \(error.message)", file: path))
            }
        }
        if isCut {
            findings.append(
                .remark(
                    "there is more than \(Self.fileLimit) files or \(Self.depthLimit) folders "
                        + "deep: the rest is not looked at; name a folder in it", file: folder))
        }
        return (files, findings)
    }

    /// `Sources/X` is a target of its own.
    private static func target(of path: String, in folder: String) -> String {
        let inside = path.hasPrefix("\(folder)/") ? path.dropFirst(folder.count + 1) : path[...]
        let parts = inside.split(separator: "/")
        guard parts.count > 2, parts[0] == "Sources" else { return "" }
        return String(parts[1])
    }
}
