// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import PhoneHost
import PhoneLink

extension SimulatedPhone {
    /// Installs an app without starting it; a push or the user starts it then.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier. An app that has it already is replaced.
    ///   - description: What its bundle says.
    ///   - main: What a process of it does when it starts, as for ``launch(_:as:_:)``. An app
    ///     delegate that it gives launches once the phone has said what for.
    /// - Returns: The app.
    @discardableResult
    public func install<Main>(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        _ main: @escaping @MainActor @Sendable () -> Main
    ) -> SimulatedApp {
        let app = install(bundle, description)
        app.code = .closure { main() }
        return app
    }

    /// Installs an app that is a program of its own, without starting it.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier. An app that has it already is replaced.
    ///   - description: What its bundle says.
    ///   - executable: The program.
    ///   - arguments: What it is started with.
    /// - Returns: The app.
    @discardableResult
    public func install(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        executable: AppExecutable,
        arguments: [String] = []
    ) -> SimulatedApp {
        let app = install(bundle, description)
        app.code = .program(executable, arguments: arguments)
        return app
    }

    /// Installs an app where it is not yet, and starts it in the background.
    ///
    /// The closure stands for what the app does at launch. It runs on the main queue, and every
    /// CallKit, PushKit and audio object that it makes, or that is made in a callback of one, is
    /// this app's. When this returns it has run.
    ///
    /// Where it gives a `UIApplicationDelegate`, that is the app's delegate: it has finished
    /// launching, with no options, when this returns, and is led through its life from then on.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier.
    ///   - description: What its bundle says; of effect when it is installed.
    ///   - main: Makes what the app keeps for as long as it runs. What it returns is kept alive; a
    ///     service that it makes and does not return is gone at once, and hears of nothing.
    ///     Singletons are made anew for each process only where the closure makes them so.
    /// - Returns: The app.
    @discardableResult
    public func launch<Main>(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        _ main: @escaping @MainActor @Sendable () -> Main
    ) -> SimulatedApp {
        let app = app(bundle) ?? install(bundle, description)
        app.code = .closure { main() }
        relaunch(app)
        return app
    }

    /// Installs an app where it is not yet, and starts it as a program of its own: it has its own
    /// singletons, and a kill is one.
    ///
    /// The program's CallKit objects find this phone by themselves. It keeps the test's standard
    /// output and error.
    ///
    /// - Parameters:
    ///   - bundle: Its bundle identifier.
    ///   - description: What its bundle says; of effect when it is installed.
    ///   - executable: The program.
    ///   - arguments: What it is started with.
    /// - Returns: The app.
    /// - Throws: ``PhoneError`` where the program cannot be started.
    @discardableResult
    public func launch(
        _ bundle: String,
        as description: AppDescription = AppDescription(),
        executable: AppExecutable,
        arguments: [String] = []
    ) throws -> SimulatedApp {
        let app = app(bundle) ?? install(bundle, description)
        app.code = .program(executable, arguments: arguments)
        try start(app)
        return app
    }

    /// Starts a new process of an app that does not run; one that cannot be started fails the test.
    public func relaunch(_ app: SimulatedApp) {
        do {
            try start(app)
        } catch {
            misused("\(error)")
        }
    }

    /// Deletes an app: its process ends, and its token is given back.
    ///
    /// Installed again it has a clean record of breaches (B127), and gets the token that it had
    /// (B119), unless the rules say otherwise.
    public func uninstall(_ app: SimulatedApp) {
        guard isOwn(app) else { return }
        app.kill()
        withStage { stage in
            stage.catalog.remove(app.bundle) { _ in }
            stage.courier.forgetToken(app.bundle, isRemoved: true)
        }
        shared.withLock { $0.apps.removeAll { $0 === app } }
    }

    /// The installed app of that bundle identifier, nil where there is none.
    public func app(_ bundle: String) -> SimulatedApp? {
        shared.withLock { $0.apps.first { $0.bundle == bundle } }
    }

    /// All apps that were installed, in that order.
    public var apps: [SimulatedApp] { shared.withLock { $0.apps } }

    /// Whether an app is this phone's; where it is another's, the test fails.
    func isOwn(_ app: SimulatedApp) -> Bool {
        guard app.phone !== self else { return true }
        misused("\(app.bundle) is installed on another phone; use the app of this one")
        return false
    }

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
            pushEnvironment: description.pushEnvironment.map {
                $0 == .development ? .development : .production
            },
            linkedSDK: description.linkedSDK,
            sounds: description.sounds)
        withStage { $0.catalog.install(installed) }
        return app
    }
}
