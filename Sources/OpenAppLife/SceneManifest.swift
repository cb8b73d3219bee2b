// SPDX-License-Identifier: Apache-2.0
import Foundation

/// `UIApplicationSceneManifest` of an app's Info.plist: an app that has one has scenes.
package struct SceneManifest: Hashable, Sendable {
    struct Configuration: Hashable, Sendable {
        var name: String?
        /// With its module's name, which may stand there as Xcode's `$(PRODUCT_MODULE_NAME)`.
        var delegateClass: String?
    }

    /// Those for windows, in the manifest's order.
    private(set) var configurations: [Configuration]

    /// - Parameter info: An Info.plist; nil comes of one without a manifest.
    package init?(info: [String: Any]) {
        guard let manifest = info["UIApplicationSceneManifest"] as? [String: Any] else {
            return nil
        }
        let roles = manifest["UISceneConfigurations"] as? [String: Any]
        let windows =
            roles?[UISceneSession.Role.windowApplication.rawValue] as? [[String: Any]] ?? []
        configurations = windows.map { entry in
            Configuration(
                name: entry["UISceneConfigurationName"] as? String,
                delegateClass: entry["UISceneDelegateClassName"] as? String)
        }
    }

    /// That of the bundle that this process runs from.
    package static func ofProcess() -> SceneManifest? {
        SceneManifest(info: Bundle.main.infoDictionary ?? [:])
    }

    /// The delegate's class for a configuration; that of the first one where it has no name.
    ///
    /// What stands there as Xcode's name of the app's module, becomes `module`.
    func delegateClass(named name: String?, module: String) -> String? {
        let found = name.map { name in configurations.first { $0.name == name } }
        let entry = found ?? configurations.first
        return entry?.delegateClass.map { text in
            ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"].reduce(text) {
                $0.replacingOccurrences(of: $1, with: module)
            }
        }
    }
}
