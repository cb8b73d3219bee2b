// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import OCKNetworking
import PhoneCore
package import PhoneHost
package import OCKStorage

/// The installed apps, from bundles on disk.
///
/// Made and used on the loop's thread; the worker copies.
package final class BundleCatalog: AppCatalog {
    package var onChange: (() -> Void)?
    package private(set) var apps: [CatalogApp] = []
    /// Apps that are installed but left out, in words: a linked bundle that is gone or broken.
    package let problems: [String]

    private let worker: WorkerThread
    private let folder: WorkerFolder
    /// What the bundles say, beyond what the host knows.
    private var bundles: [BundleID: AppBundle] = [:]

    /// Reads the folder, on the caller's thread.
    ///
    /// - Throws: Words, if the folder's index cannot be read.
    package init(folder path: String, worker: WorkerThread) throws(ServiceFailure) {
        let folder = try CatalogFolder(folder: path)
        let (installed, problems) = folder.read()
        self.problems = problems
        self.worker = worker
        self.folder = WorkerFolder(folder)
        for app in installed { insert(app) }
    }

    /// What a process is that runs this file; nil if it is of no installed app.
    ///
    /// Each executable is looked at anew, so that an app that was built again in place is known at
    /// once.
    package func member(runBy file: FileIdentity) -> BundleMember? {
        if let app = apps.first(where: { FileIdentity(path: $0.executable) == file }) {
            return .app(app.app.bundle)
        }
        for app in apps {
            guard let bundle = bundles[app.app.bundle] else { continue }
            let own = bundle.extensions.first { FileIdentity(path: $0.executable) == file }
            if let own { return .notificationExtension(app.app.bundle, canFilter: own.canFilter) }
            let directory = bundle.directoryExtensions.first {
                FileIdentity(path: $0.executable) == file
            }
            if let directory { return .callDirectory(directory.identifier) }
        }
        return nil
    }

    /// The call directory extension of that name, of whichever app; nil where none is installed.
    func directory(_ id: ExtensionID) -> DirectoryBundle? {
        for app in apps {
            let own = bundles[app.app.bundle]?.directoryExtensions.first { $0.identifier == id }
            if let own { return own }
        }
        return nil
    }

    /// The app groups of an app; none of one that is not installed.
    func groups(of bundle: BundleID) -> [String] { bundles[bundle]?.groups ?? [] }

    /// Which of the two push services an app's token is of; nil if it is not installed, or not
    /// entitled to any.
    package func environment(of bundle: BundleID) -> PushEnvironment? {
        apps.first { $0.app.bundle == bundle }?.app.pushEnvironment
    }

    package func install(
        path: String,
        isLinked: Bool,
        environment: PushEnvironment?,
        completion: @escaping (Result<CatalogApp, ServiceFailure>) -> Void
    ) {
        guard path.hasPrefix("/") else {
            completion(.failure(ServiceFailure("\(path) is not absolute: give the whole path")))
            return
        }
        worker.run { [folder] in
            folder.attempt { (folder) throws(ServiceFailure) in
                try folder.install(path: path, isLinked: isLinked, environment: environment)
            }
        } then: { [weak self] result in
            guard let self else { return }
            if case .success(let installed) = result {
                insert(installed)
                onChange?()
            }
            completion(result.map(Self.catalogApp))
        }
    }

    package func remove(_ bundle: BundleID, completion: @escaping (ServiceFailure?) -> Void) {
        worker.run { [folder] in
            folder.attempt { (folder) throws(ServiceFailure) in try folder.remove(bundle) }
        } then: { [weak self] result in
            guard let self else { return }
            switch result {
            case .success:
                apps.removeAll { $0.app.bundle == bundle }
                bundles[bundle] = nil
                onChange?()
                completion(nil)
            case .failure(let failure): completion(failure)
            }
        }
    }

    private func insert(_ installed: CatalogFolder.Installed) {
        let app = Self.catalogApp(installed)
        apps.removeAll { $0.app.bundle == app.app.bundle }
        apps.append(app)
        apps.sort { $0.app.bundle < $1.app.bundle }
        bundles[app.app.bundle] = installed.bundle
    }

    private static func catalogApp(_ installed: CatalogFolder.Installed) -> CatalogApp {
        let identifier = installed.bundle.identifier
        return CatalogApp(
            app: InstalledApp(
                bundle: identifier,
                name: installed.bundle.name,
                hasVoIPBackgroundMode: installed.bundle.backgroundModes.contains("voip"),
                pushEnvironment: installed.bundle.environment,
                linkedSDK: installed.bundle.linkedSDK,
                generation: installed.generation,
                directoryExtensions: installed.bundle.directoryExtensions
                    .map { DirectoryExtension(id: $0.identifier, app: identifier, name: $0.name) }
                    .sorted { $0.id < $1.id }
            ),
            path: installed.bundle.path,
            executable: installed.bundle.executable,
            isLinked: installed.isLinked
        )
    }
}

/// What a process is of an installed app.
package enum BundleMember: Hashable, Sendable {
    case app(BundleID)
    case notificationExtension(BundleID, canFilter: Bool)
    case callDirectory(ExtensionID)
}

/// Sendable because it is handed to the worker once, and opened there alone.
private final class WorkerFolder: @unchecked Sendable {
    private let folder: CatalogFolder

    init(_ folder: CatalogFolder) { self.folder = folder }

    func attempt<Value>(
        _ body: (CatalogFolder) throws(ServiceFailure) -> Value
    ) -> Result<Value, ServiceFailure> {
        do { return .success(try body(folder)) } catch { return .failure(error) }
    }
}
