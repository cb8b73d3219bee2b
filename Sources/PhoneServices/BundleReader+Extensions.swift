// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKStorage

/// The extensions in a bundle's `PlugIns`.
extension BundleReader {
    private static let notificationService = "com.apple.usernotifications.service"
    /// An app has a handful.
    private static let extensionLimit = 32

    /// Those for notifications (B136); others are for nobody here.
    ///
    /// One that cannot be used is named, and keeps no app from being installed.
    mutating func readExtensions() -> [NotificationExtension] {
        guard isFolder("\(root)/PlugIns"), let names = try? Files.names(in: "\(root)/PlugIns")
        else { return [] }
        let folders = names.filter { $0.hasSuffix(".appex") }.sorted()
        var found: [NotificationExtension] = []
        for name in folders.prefix(Self.extensionLimit) {
            do {
                if let one = try readExtension("PlugIns/\(name)") { found.append(one) }
            } catch {
                problems.append(
                    .badExtension(folder: "\(root)/PlugIns/\(name)", reason: "\(error)"))
            }
        }
        return found
    }

    private func readExtension(
        _ folder: String
    ) throws(BundleProblem) -> NotificationExtension? {
        let info = try list(ExtensionPropertyList.self, "\(folder)/Info.plist")
        guard case .value(let attributes) = info.attributes,
            attributes.point == Self.notificationService
        else { return nil }
        guard case .value(let name) = info.executable, !name.isEmpty else {
            throw .missingKey(
                ExtensionPropertyList.CodingKeys.executable.rawValue,
                file: "\(root)/\(folder)/Info.plist",
                advice: "add the name of the executable in the extension")
        }
        let executable = try inside("\(folder)/\(name)")
        guard access(executable, X_OK) == 0, isFile(executable) else {
            throw .notExecutable(file: executable)
        }
        var canFilter = false
        if access("\(root)/\(folder)/Entitlements.plist", F_OK) == 0 {
            let rights = try list(
                EntitlementsPropertyList.self, "\(folder)/Entitlements.plist")
            canFilter = rights.filtering == .value(true)
        }
        return NotificationExtension(executable: executable, canFilter: canFilter)
    }
}
