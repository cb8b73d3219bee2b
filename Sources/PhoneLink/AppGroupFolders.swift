// SPDX-License-Identifier: Apache-2.0

/// The folders that the apps and extensions of a group share, as a process finds them.
package struct AppGroupFolders: Sendable {
    /// The folder of a group; nil where the process is not of it.
    package var folder: @Sendable (_ group: String) -> String?
    /// The groups that the process is of, whose `UserDefaults` it shares with other processes; none
    /// where there is no other process.
    package var sharedNames: @Sendable () -> [String]

    package init(
        sharedNames: @escaping @Sendable () -> [String] = { [] },
        folder: @escaping @Sendable (_ group: String) -> String?
    ) {
        self.sharedNames = sharedNames
        self.folder = folder
    }

    /// What the phone that started this process says: in `OPENCALLKIT_GROUPS` the groups among the
    /// entitlements of its bundle, with `:` between them, and in `OPENCALLKIT_GROUPS_FOLDER` the
    /// folder that has a folder for each.
    ///
    /// A process that no phone started is of no group, unless these are set for it.
    package static func ofProcess(
        environment: @escaping @Sendable (String) -> String? = environmentVariable
    ) -> AppGroupFolders {
        let names: @Sendable () -> [String] = {
            (environment("OPENCALLKIT_GROUPS") ?? "").split(separator: ":").map(String.init)
        }
        return AppGroupFolders(sharedNames: names) { group in
            guard let folder = environment("OPENCALLKIT_GROUPS_FOLDER"), folder.hasPrefix("/"),
                names().contains(group), !group.contains("/")
            else { return nil }
            return "\(folder)/\(group)"
        }
    }
}

extension AppSession {
    /// The folders of the app groups that this app is of; a phone for tests sets its own.
    package var appGroups: AppGroupFolders {
        get { core.withLock { $0.appGroups } }
        set { core.withLock { $0.appGroups = newValue } }
    }
}
