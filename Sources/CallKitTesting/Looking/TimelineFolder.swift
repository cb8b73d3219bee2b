// SPDX-License-Identifier: Apache-2.0
import Foundation
import PhoneLink

/// The folder in which a test run leaves the timelines of its phones, as pages for whoever reads
/// its report.
///
/// `OPENCALLKIT_TIMELINES` names it; it is made where it is not there. Pages of an earlier run that
/// have the same names are replaced.
package struct TimelineFolder: Sendable {
    /// Of which tests pages are left.
    enum Scope: String, Sendable {
        case failed
        case all
    }

    /// That of this process, nil where it keeps none.
    static let ofRun = TimelineFolder(ProcessInfo.processInfo.environment) {
        FileHandle.standardError.write(Data("CallKitTesting: \($0)\n".utf8))
    }

    /// Longer names of files are cut: what follows the name must fit as well.
    private static let nameByteCountMax = 160

    private let path: String
    let scope: Scope
    private let complain: @Sendable (String) -> Void
    /// The names that this run has given, to keep two phones of one name apart.
    private let given = Locked<[String: Int]>([:])
    private let hasFailed = Locked(false)

    /// - Parameters:
    ///   - variables: Those of the environment.
    ///   - complain: Gets what is wrong with them, or with the folder.
    package init?(_ variables: [String: String], complain: @escaping @Sendable (String) -> Void) {
        guard let path = variables["OPENCALLKIT_TIMELINES"], !path.isEmpty else { return nil }
        self.path = path
        self.complain = complain
        guard let wish = variables["OPENCALLKIT_TIMELINES_OF"], !wish.isEmpty else {
            scope = .failed
            return
        }
        if Scope(rawValue: wish) == nil {
            complain(
                "OPENCALLKIT_TIMELINES_OF=\(wish) is taken for failed; say failed or all")
        }
        scope = Scope(rawValue: wish) ?? .failed
    }

    /// Writes one page.
    ///
    /// - Parameters:
    ///   - html: The page.
    ///   - name: What it is about; the file's name is made of it.
    func leave(_ html: String, named name: String) {
        let file = URL(fileURLWithPath: path, isDirectory: true)
            .appendingPathComponent(fileName(name))
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true)
            try Data(html.utf8).write(to: file, options: .atomic)
        } catch {
            // Once: the next page would fail for the same reason.
            let isFirst = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return !hasFailed
            }
            if isFirst {
                complain(
                    "timelines cannot be left in \(path), which OPENCALLKIT_TIMELINES names: "
                        + "\(error.localizedDescription); name a folder that may be written")
            }
        }
    }

    /// A name that every file system and every store of artifacts takes, given once in this run.
    private func fileName(_ name: String) -> String {
        let plain = Self.plain(name)
        let count = given.withLock { given in
            given[plain.lowercased(), default: 0] += 1
            return given[plain.lowercased(), default: 1]
        }
        return count == 1 ? "\(plain).html" : "\(plain)-\(count).html"
    }

    /// Letters and digits of ASCII, dots and hyphens; the rest becomes hyphens.
    private static func plain(_ name: String) -> String {
        var plain = ""
        for character in name.utf8.prefix(nameByteCountMax).map({ Character(Unicode.Scalar($0)) }) {
            let isKept = character.isASCII && (character.isLetter || character.isNumber)
            if isKept || (character == "." && !plain.isEmpty) || character == "_" {
                plain.append(character)
            } else if !plain.isEmpty && plain.last != "-" {
                plain.append("-")
            }
        }
        while plain.last == "-" { plain.removeLast() }
        return plain.isEmpty ? "phone" : plain
    }
}
