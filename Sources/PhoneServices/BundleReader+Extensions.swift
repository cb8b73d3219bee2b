// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKStorage
import PhoneCore

/// The extensions in a bundle's `PlugIns`.
extension BundleReader {
    private static let notificationService = "com.apple.usernotifications.service"
    private static let callDirectory = "com.apple.callkit.call-directory"
    /// An app has a handful.
    private static let extensionLimit = 32

    /// What a bundle's extensions are for.
    struct Extensions {
        var notification: [NotificationExtension] = []
        var directory: [DirectoryBundle] = []
    }

    /// Those for notifications (B136) and call directories (B138); others are for nobody here.
    ///
    /// One that cannot be used is named, and keeps no app from being installed. `app` is the app's
    /// identifier, nil where that is wrong itself.
    mutating func readExtensions(of app: BundleID?) -> Extensions {
        guard isFolder("\(root)/PlugIns"), let names = try? Files.names(in: "\(root)/PlugIns")
        else { return Extensions() }
        let folders = names.filter { $0.hasSuffix(".appex") }.sorted()
        var found = Extensions()
        for name in folders.prefix(Self.extensionLimit) {
            do {
                try readExtension("PlugIns/\(name)", of: app, into: &found)
            } catch {
                problems.append(
                    .badExtension(folder: "\(root)/PlugIns/\(name)", reason: "\(error)"))
            }
        }
        return found
    }

    private mutating func readExtension(
        _ folder: String, of app: BundleID?, into found: inout Extensions
    ) throws(BundleProblem) {
        let info = try list(ExtensionPropertyList.self, "\(folder)/Info.plist")
        guard case .value(let attributes) = info.attributes else { return }
        switch attributes.point {
        case Self.notificationService:
            let executable = try executable(of: info, folder)
            let rights = try entitlements(of: folder)
            found.notification.append(
                NotificationExtension(
                    executable: executable, canFilter: rights?.filtering == .value(true)))
        case Self.callDirectory:
            let directory = try readDirectory(folder, info, attributes, of: app)
            guard !found.directory.contains(where: { $0.identifier == directory.identifier }) else {
                throw .badKey(
                    ExtensionPropertyList.CodingKeys.identifier.rawValue,
                    file: "\(root)/\(folder)/Info.plist",
                    rule: "each extension has one of its own, and another has this one")
            }
            found.directory.append(directory)
        default: return
        }
    }

    private mutating func readDirectory(
        _ folder: String, _ info: ExtensionPropertyList,
        _ attributes: ExtensionPropertyList.Attributes, of app: BundleID?
    ) throws(BundleProblem) -> DirectoryBundle {
        let identifier = try identifier(of: info, folder, app: app)
        let path = try inside(folder)
        let executable = try executable(of: info, folder)
        // The app's own would be known as the app's process.
        guard executable.hasPrefix("\(path)/") else {
            throw .leavesBundle(file: path, target: executable)
        }
        // Which class it is the extension's own start checks: a name says nothing here.
        _ = try text(
            attributes.principalClass,
            ExtensionPropertyList.Attributes.CodingKeys.principalClass.rawValue,
            in: folder,
            advice: "add the name of the class that provides the entries, with its module's, such "
                + "as $(PRODUCT_MODULE_NAME).CallDirectoryHandler in Xcode")
        let rights = try entitlements(of: folder)
        let groups = try rights.map { rights throws(BundleProblem) in
            try readGroups(rights, "\(root)/\(folder)/Entitlements.plist")
        }
        return DirectoryBundle(
            identifier: identifier,
            name: try name(of: info, folder) ?? identifier,
            path: path,
            executable: executable,
            groups: groups ?? [])
    }

    private func identifier(
        of info: ExtensionPropertyList, _ folder: String, app: BundleID?
    ) throws(BundleProblem) -> ExtensionID {
        let key = ExtensionPropertyList.CodingKeys.identifier.rawValue
        let identifier = try text(
            info.identifier, key, in: folder,
            advice: "add one that begins with the app's, such as "
                + "\(app ?? "com.example.hotline").CallDirectory")
        let file = "\(root)/\(folder)/Info.plist"
        guard BundleIdentifier.isValid(identifier) else {
            throw .badKey(key, file: file, rule: BundleIdentifier.rule)
        }
        guard app.map({ identifier.hasPrefix("\($0).") }) ?? true else {
            throw .badKey(key, file: file, rule: "it begins with the app's and a period")
        }
        return identifier
    }

    private func executable(
        of info: ExtensionPropertyList, _ folder: String
    ) throws(BundleProblem) -> String {
        let name = try text(
            info.executable, ExtensionPropertyList.CodingKeys.executable.rawValue, in: folder,
            advice: "add the name of the executable in the extension")
        let executable = try inside("\(folder)/\(name)")
        guard access(executable, X_OK) == 0, isFile(executable) else {
            throw .notExecutable(file: executable)
        }
        return executable
    }

    /// Nil where it says none.
    private func name(
        of info: ExtensionPropertyList, _ folder: String
    ) throws(BundleProblem) -> String? {
        let field = info.displayName == .absent ? info.name : info.displayName
        guard case .value(let text) = field else { return nil }
        let name = text.withoutControls
        guard name.utf8.count <= Limits.nameByteCount else {
            throw .badKey(
                ExtensionPropertyList.CodingKeys.displayName.rawValue,
                file: "\(root)/\(folder)/Info.plist",
                rule: "a name is at most \(Limits.nameByteCount) bytes")
        }
        return name.isEmpty ? nil : name
    }

    /// Nil without a file.
    private func entitlements(
        of folder: String
    ) throws(BundleProblem) -> EntitlementsPropertyList? {
        guard access("\(root)/\(folder)/Entitlements.plist", F_OK) == 0 else { return nil }
        return try list(EntitlementsPropertyList.self, "\(folder)/Entitlements.plist")
    }

    private func text(
        _ field: Field<String>, _ key: String, in folder: String, advice: String
    ) throws(BundleProblem) -> String {
        let file = "\(root)/\(folder)/Info.plist"
        switch field {
        case .value(let text) where !text.isEmpty: return text
        case .value, .absent: throw .missingKey(key, file: file, advice: advice)
        case .ofOtherType: throw .badKey(key, file: file, rule: "it is a text")
        }
    }

    /// The app groups of an app or an extension; what can be none is named and left out.
    mutating func readGroups(
        _ list: EntitlementsPropertyList, _ file: String
    ) throws(BundleProblem) -> [String] {
        switch list.groups {
        case .absent: return []
        case .ofOtherType:
            let key = EntitlementsPropertyList.CodingKeys.groups.rawValue
            throw .badKey(key, file: file, rule: "it is an array of texts")
        case .value(let names):
            var groups: [String] = []
            for name in names where !groups.contains(name) {
                if AppGroups.isValid(name) {
                    groups.append(name)
                } else {
                    problems.append(.badGroup(name.withoutControls, file: file))
                }
            }
            return groups
        }
    }
}
