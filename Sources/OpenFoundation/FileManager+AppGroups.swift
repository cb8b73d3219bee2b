// SPDX-License-Identifier: Apache-2.0
public import Foundation
import PhoneLink

// Apple's Foundation has it.
#if !canImport(Darwin)
extension FileManager {
    /// The folder that the apps and extensions of a group share on one phone.
    ///
    /// `UserDefaults(suiteName:)` of the same group is shared as well. Neither keeps a process out
    /// that looks for the files itself: all processes of a phone are of one user.
    ///
    /// - Parameter groupIdentifier: Such as `group.com.example.hotline`.
    /// - Returns: Nil where `com.apple.security.application-groups`, in the Entitlements.plist of
    ///   the process's bundle, does not name the group, or where no phone started the process.
    public func containerURL(
        forSecurityApplicationGroupIdentifier groupIdentifier: String
    ) -> URL? {
        guard let folder = AppSession.current.appGroups.folder(groupIdentifier) else { return nil }
        try? createDirectory(
            atPath: folder, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        return URL(fileURLWithPath: folder, isDirectory: true)
    }
}
#endif
