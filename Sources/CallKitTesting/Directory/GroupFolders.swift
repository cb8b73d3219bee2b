// SPDX-License-Identifier: Apache-2.0
public import Foundation
import PhoneLink

/// The folders of the app groups on one phone, in a temporary folder that goes with it.
final class GroupFolders: Sendable {
    /// Nil until the first one is asked for.
    private let root = Locked<URL?>(nil)

    deinit { remove() }

    /// The folder of a group, made where it is not there; nil for a name that none has.
    func folder(_ group: String) -> URL? {
        guard group.hasPrefix("group."), !group.contains("/") else { return nil }
        let root = root.withLock { root in
            if root == nil {
                root = FileManager.default.temporaryDirectory
                    .appendingPathComponent("opencallkit-groups-\(UUID().uuidString)")
            }
            return root
        }
        guard let folder = root?.appendingPathComponent(group, isDirectory: true) else {
            return nil
        }
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    func remove() {
        let root = root.withLock { root in
            defer { root = nil }
            return root
        }
        if let root { try? FileManager.default.removeItem(at: root) }
    }

    /// What processes on this phone are told.
    var forProcesses: AppGroupFolders {
        AppGroupFolders { [weak self] in self?.folder($0)?.path }
    }
}

extension SimulatedPhone {
    /// The folder that the apps and extensions of a group share on this phone; a temporary one,
    /// which goes when the phone is closed.
    ///
    /// `FileManager.containerURL(forSecurityApplicationGroupIdentifier:)` gives it to the code of
    /// apps and extensions in the process of the test, which are of each group that they name.
    ///
    /// - Parameter group: Begins with `group.`; nil is returned for any other name.
    /// - Returns: The folder, which is there.
    public func groupContainer(_ group: String) -> URL? { groups.folder(group) }
}
