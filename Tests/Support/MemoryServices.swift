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

    /// Takes the path's last part, without its suffix, for the bundle's identifier.
    package func install(
        path: String,
        isLinked: Bool,
        completion: @escaping (Result<CatalogApp, ServiceFailure>) -> Void
    ) {
        guard path.hasSuffix(".app"), let name = path.split(separator: "/").last else {
            completion(.failure(ServiceFailure("\(path) is no bundle")))
            return
        }
        var app = Self.app(String(name.dropLast(4)))
        app.path = path
        app.isLinked = isLinked
        app.app.generation = (apps.map(\.app.generation).max() ?? 0) + 1
        add(app)
        completion(.success(app))
    }

    package func remove(_ bundle: BundleID, completion: @escaping (ServiceFailure?) -> Void) {
        guard apps.contains(where: { $0.app.bundle == bundle }) else {
            completion(ServiceFailure("\(bundle) is not installed"))
            return
        }
        apps.removeAll { $0.app.bundle == bundle }
        onChange?()
        completion(nil)
    }

    package static func app(_ bundle: BundleID) -> CatalogApp {
        CatalogApp(
            app: InstalledApp(bundle: bundle, name: bundle),
            path: "/apps/\(bundle).app",
            executable: "/apps/\(bundle).app/\(bundle)",
            isLinked: false
        )
    }
}

/// A launcher that asks the test.
package final class MemoryLauncher: AppLauncher {
    /// Called for each start, after its outcome was given; a harness connects the app here.
    package var onLaunch: ((LaunchID, BundleID) -> Void)?
    package var onAbandon: ((LaunchID) -> Void)?
    /// What each start gives.
    package var outcome = LaunchOutcome.started
    package private(set) var launches: [BundleID] = []
    package private(set) var abandoned: [LaunchID] = []

    package init() {}

    package func launch(
        _ launch: LaunchID,
        _ app: CatalogApp,
        outcome: @escaping (LaunchOutcome) -> Void
    ) {
        launches.append(app.app.bundle)
        outcome(self.outcome)
        if self.outcome == .started { onLaunch?(launch, app.app.bundle) }
    }

    package func abandon(_ launch: LaunchID) {
        abandoned.append(launch)
        onAbandon?(launch)
    }
}

/// A ringer that says what rings.
package final class MemoryRinger: Ringer {
    /// In the order in which they began.
    package private(set) var ringing: [CallID] = []
    package private(set) var ringtones: [CallID: String] = [:]

    package init() {}

    package func start(_ call: CallID, bundle: BundleID, ringtone: String?) {
        ringing.append(call)
        ringtones[call] = ringtone
    }

    package func stop(_ call: CallID) { ringing.removeAll { $0 == call } }
}

/// A push service in memory: it gives each app a token, and the test sends its pushes.
package final class MemoryCourier: PushCourier {
    package var onPush: ((ArrivedPush) -> Void)?
    package var onToken: ((BundleID, Bytes) -> Void)?
    package var onTokenInvalidated: ((BundleID) -> Void)?
    package var isConnected = true
    package let gatewayName = "memory:0"
    package private(set) var acknowledged: [PushID] = []
    package private(set) var tokens: [BundleID: Bytes] = [:]
    /// Keeps tokens back, as a push service does that is not reached.
    package var isSilent = false

    package init() {}

    package func requestToken(_ bundle: BundleID) {
        guard !isSilent else { return }
        let token = tokens[bundle] ?? Bytes(Array("token of \(bundle)".utf8))
        tokens[bundle] = token
        onToken?(bundle, token)
    }

    package func forgetToken(_ bundle: BundleID) { tokens[bundle] = nil }

    package func acknowledge(_ push: PushID) { acknowledged.append(push) }
}
