// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import Foundation
import PhoneCore
import PhoneHost
import PhoneLink

extension SimulatedPhone {
    /// Installs an app without starting it; a push or the user starts it then.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier. An app that has it already is replaced.
    ///   - description: What its bundle says.
    ///   - main: What a process of it does when it starts, as for ``launch(_:as:_:)``.
    /// - Returns: The app.
    @discardableResult
    public func install<Main>(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        _ main: @escaping @MainActor @Sendable () -> Main
    ) -> SimulatedApp {
        let app = install(bundle, description)
        app.set { main() }
        return app
    }

    /// Installs an app where it is not yet, and starts it in the background.
    ///
    /// The closure stands for what the app does at launch. It runs on the main queue, and every
    /// CallKit, PushKit and audio object that it makes, or that is made in a callback of one, is
    /// this app's. When this returns it has run.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier.
    ///   - description: What its bundle says; of effect when it is installed.
    ///   - main: Makes what the app keeps for as long as it runs; it is kept alive. Singletons are
    ///     made anew for each process only where the closure makes them so.
    /// - Returns: The app.
    @discardableResult
    public func launch<Main>(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        _ main: @escaping @MainActor @Sendable () -> Main
    ) -> SimulatedApp {
        let app = app(bundle) ?? install(bundle, description)
        app.set { main() }
        start(app)
        return app
    }

    /// Starts a new process of an app that does not run.
    public func relaunch(_ app: SimulatedApp) { start(app) }

    /// The installed app of that bundle identifier, nil where there is none.
    public func app(_ bundle: String) -> SimulatedApp? {
        shared.withLock { $0.apps.first { $0.bundle == bundle } }
    }

    /// All apps that were installed, in that order.
    public var apps: [SimulatedApp] { shared.withLock { $0.apps } }

    // MARK: Within the module

    private func install(_ bundle: String, _ description: AppDescription) -> SimulatedApp {
        let app = shared.withLock { shared in
            if let known = shared.apps.first(where: { $0.bundle == bundle }) { return known }
            let app = SimulatedApp(bundle: bundle, phone: self)
            shared.apps.append(app)
            return app
        }
        app.kill()
        let installed = InstalledApp(
            bundle: bundle,
            name: description.name ?? bundle,
            hasVoIPBackgroundMode: description.backgroundModes.contains("voip"),
            sounds: description.sounds)
        withStage { $0.catalog.install(installed) }
        return app
    }

    private func start(_ app: SimulatedApp) {
        guard app.phone === self else {
            return misused("\(app.bundle) is installed on another phone")
        }
        guard !isClosed else { return misused("the phone is closed; nothing can be started") }
        guard !app.isRunning else {
            return misused("\(app.bundle) runs already; kill it before it is started anew")
        }
        guard let main = app.main else {
            return misused("\(app.bundle) has no code; install it with a closure")
        }
        let process = queue.sync { connect(app) }
        if Thread.isMainThread {
            MainActor.assumeIsolated { process.run(main) }
        } else {
            DispatchQueue.main.sync { MainActor.assumeIsolated { process.run(main) } }
        }
    }

    /// Whether the phone can start a process of that app; asked on the phone's queue.
    func launchOutcome(_ bundle: BundleID) -> LaunchOutcome {
        guard let app = app(bundle), app.main != nil else {
            return .failed("the test has given no code for it")
        }
        return .started
    }

    /// Starts a process at the phone's wish; called on the phone's queue.
    func startCold(_ bundle: BundleID) {
        guard !isClosed, let app = app(bundle), !app.isRunning, let main = app.main else { return }
        let process = connect(app)
        DispatchQueue.main.async { MainActor.assumeIsolated { process.run(main) } }
    }

    /// Links a new process with the phone; called on the phone's queue.
    private func connect(_ app: SimulatedApp) -> AppProcess {
        let ends = LinkEnds(link, phoneQueue: queue)
        let process = AppProcess(transport: ends.app, time: time)
        let peer = AppPeer(ends.phone, queue: queue)
        let host = stage.host
        let session = host.connectApp(bundle: app.bundle, peer: peer)
        peer.onEnd = { [weak host] in host?.disconnected(session) }
        peer.start { [weak host] body in host?.receive(body, from: session) }
        process.onEnd = { [queue] in
            queue.async { peer.kill() }
        }
        app.add(process)
        return process
    }
}
