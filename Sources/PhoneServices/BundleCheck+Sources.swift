// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKStorage

extension BundleCheck {
    /// Whether the app of a bundle is without what Contacts and Recents ask for; nil also of one
    /// that rings nobody, or cannot be read.
    package static func callActivityProblem(path: String) -> BundleProblem? {
        guard let root = Files.resolve(path) else { return nil }
        return callActivityProblem(BundleReader(sources: root), root)
    }

    /// What the bundle would lack that is made of this `Info.plist`, and of the entitlements
    /// beside it; none of an extension's.
    package static func problems(info path: String) -> [BundleProblem] {
        guard let file = Files.resolve(path) else {
            return [.unreadable(file: path, reason: "there is no such file")]
        }
        let root = Files.parent(of: file)
        var reader = BundleReader(sources: root)
        do {
            let info = try PropertyListFile.read(InfoPropertyList.self, file)
            guard !info.isOfExtension else { return [] }
            if case .value(let text) = info.identifier, BundleProblem.isVariable(text) {
                // Xcode's own: its entitlements are elsewhere, under a name that the project gives.
                _ = reader.readModes(info, path)
                reader.problems.append(.hasVariables(file: path))
                return reader.problems
            }
            _ = reader.readIdentifier(info, path)
            _ = reader.readName(info, path)
            let modes = reader.readModes(info, path)
            if modes.contains("voip") { _ = reader.readEntitlements() }
            if let problem = callActivityProblem(reader, root) { reader.problems.append(problem) }
        } catch {
            return [error]
        }
        return reader.problems
    }

    private static func callActivityProblem(
        _ reader: BundleReader, _ root: String
    ) -> BundleProblem? {
        guard let info = try? reader.list(InfoPropertyList.self, "Info.plist"),
            case .value(let modes) = info.backgroundModes, modes.contains("voip")
        else { return nil }
        let wanted: Set = ["INStartCallIntent", "INStartAudioCallIntent"]
        if case .value(let types) = info.activityTypes, !wanted.isDisjoint(with: types) {
            return nil
        }
        return .noCallActivity(file: "\(root)/Info.plist")
    }
}
