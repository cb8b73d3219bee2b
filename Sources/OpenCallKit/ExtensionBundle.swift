// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The bundle that an extension's process is of, as far as the process looks at it.
package enum ExtensionBundle {
    /// What an Info.plist may have; the phone allows no more.
    package static let infoByteCountMax = 1024 * 1024

    private static let principalClassKey = "NSExtensionPrincipalClass"

    /// What is wrong with the bundle around this process's executable, for a person; nil where the
    /// class is the one that it names.
    package static func breach(principalClass: String) -> String? {
        guard
            let executable = try? FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
        else { return "this process's executable is gone; start the extension anew" }
        return breach(executable: executable, principalClass: principalClass)
    }

    package static func breach(executable: String, principalClass: String) -> String? {
        let file = infoFile(executable: executable)
        let named: String
        do {
            named = try principalClassName(in: file)
        } catch {
            return "\(error)"
        }
        let module = principalClass.prefix { $0 != "." }
        let resolved = ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"].reduce(named) {
            $0.replacingOccurrences(of: $1, with: module)
        }
        guard resolved != principalClass else { return nil }
        return "\(file) says that \(principalClassKey) is \(named), and main.swift makes a "
            + "\(principalClass); make the two agree"
    }

    /// That of the bundle that the executable lies in; beside it, where there is none.
    private static func infoFile(executable: String) -> String {
        var folder = (executable as NSString).deletingLastPathComponent
        let beside = folder
        while folder.count > 1 {
            if folder.hasSuffix(".appex") { return "\(folder)/Info.plist" }
            folder = (folder as NSString).deletingLastPathComponent
        }
        return "\(beside)/Info.plist"
    }

    private struct Problem: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static func principalClassName(in file: String) throws(Problem) -> String {
        let advice = "start the extension from its bundle, X.appex, which has an Info.plist"
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw Problem("there is no \(file); \(advice)")
        }
        defer { try? handle.close() }
        let data: Data
        do {
            data = try handle.read(upToCount: infoByteCountMax + 1) ?? Data()
        } catch {
            throw Problem("\(file) cannot be read: \(error.localizedDescription); \(advice)")
        }
        guard data.count <= infoByteCountMax else {
            throw Problem("\(file) has more than \(infoByteCountMax) bytes; make it smaller")
        }
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: nil),
            let info = list as? [String: Any]
        else { throw Problem("\(file) is no property list of keys and values; mend it") }
        guard let attributes = info["NSExtension"] as? [String: Any],
            let name = attributes[principalClassKey] as? String
        else {
            throw Problem(
                "\(file) has no \(principalClassKey) in NSExtension; add the class's name with "
                    + "its module's, such as $(PRODUCT_MODULE_NAME).CallDirectoryHandler")
        }
        return name
    }
}
