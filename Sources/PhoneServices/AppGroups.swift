// SPDX-License-Identifier: Apache-2.0
import OCKStorage

/// The folders that the apps and extensions of a group share.
///
/// A process is told of the groups among its own entitlements alone. That keeps nobody out who
/// looks for a folder himself: all processes of a phone are of one user.
struct AppGroups {
    /// Where a process finds the groups that it is of: their names, with `:` between them.
    static let namesVariable = "OPENCALLKIT_GROUPS"
    /// Where it finds the folder that has a folder for each of them.
    static let folderVariable = "OPENCALLKIT_GROUPS_FOLDER"

    /// Has a folder for each group.
    let folder: String

    /// "group." and then the rule of a bundle's identifier: no name can leave the folder.
    static func isValid(_ name: String) -> Bool {
        name.hasPrefix("group.") && BundleIdentifier.isValid(name)
    }

    /// What a process of these groups gets in its environment; their folders are there then.
    ///
    /// - Throws: ``FileError`` where one cannot be made.
    func environment(for groups: [String]) throws(FileError) -> [String] {
        guard !groups.isEmpty else { return [] }
        for group in groups { try Files.makePrivateFolder("\(folder)/\(group)") }
        return [
            "\(Self.namesVariable)=\(groups.joined(separator: ":"))",
            "\(Self.folderVariable)=\(folder)",
        ]
    }
}
