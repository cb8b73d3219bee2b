// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore
package import PhoneHost

/// Installed apps in memory.
package final class MemoryCatalog: AppCatalog {
    package private(set) var apps: [CatalogApp] = []
    package var onChange: (() -> Void)?

    package init(_ bundles: [BundleID] = []) {
        for bundle in bundles { add(Self.app(bundle)) }
    }

    /// Installs an app, in place of one of the same bundle.
    package func add(_ app: CatalogApp) {
        apps.removeAll { $0.app.bundle == app.app.bundle }
        apps.append(app)
        apps.sort { $0.app.bundle < $1.app.bundle }
        onChange?()
    }

    /// Installs an app as a person does: one that was there before is new.
    package func install(_ installed: InstalledApp) {
        var app = Self.app(installed.bundle)
        app.app = installed
        app.app.generation = nextGeneration
        add(app)
    }

    /// Whether an app of that bundle is installed.
    package func has(_ bundle: BundleID) -> Bool { apps.contains { $0.app.bundle == bundle } }

    /// Takes the path's last part, without its suffix, for the bundle's identifier.
    package func install(
        path: String,
        isLinked: Bool,
        environment: PushEnvironment?,
        completion: @escaping (Result<CatalogApp, ServiceFailure>) -> Void
    ) {
        guard path.hasSuffix(".app"), let name = path.split(separator: "/").last else {
            completion(.failure(ServiceFailure("\(path) is no bundle")))
            return
        }
        var app = Self.app(String(name.dropLast(4)))
        app.path = path
        app.isLinked = isLinked
        if let environment { app.app.pushEnvironment = environment }
        app.app.generation = nextGeneration
        add(app)
        completion(.success(app))
    }

    package func remove(_ bundle: BundleID, completion: @escaping (ServiceFailure?) -> Void) {
        guard has(bundle) else {
            completion(ServiceFailure("\(bundle) is not installed"))
            return
        }
        apps.removeAll { $0.app.bundle == bundle }
        onChange?()
        completion(nil)
    }

    private var nextGeneration: Int { (apps.map(\.app.generation).max() ?? 0) + 1 }

    package static func app(_ bundle: BundleID) -> CatalogApp {
        CatalogApp(
            app: InstalledApp(bundle: bundle, name: bundle),
            path: "/apps/\(bundle).app",
            executable: "/apps/\(bundle).app/\(bundle)",
            isLinked: false
        )
    }
}
