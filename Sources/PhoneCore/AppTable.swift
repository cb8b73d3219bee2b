// SPDX-License-Identifier: Apache-2.0
import CallModel

/// An app as the phone knows it now.
struct App: Sendable, Equatable {
    var installed: InstalledApp
    /// Removed while its process runs: it is forgotten when that ends.
    var isRemoved = false
    /// Its connected process, and whether it has said hello.
    var session: SessionID?
    var isGreeted = false
    /// A start that has not led to a connection yet.
    var launch: LaunchID?
    /// How far its delegate is with launching, where it has one.
    var launching = Launching.none
    /// How far its end is, where the person closes it.
    var closing = Closing.none
    /// Where it stands, as its process was told last; nil before the welcome.
    var life: AppLife?
    var desiresVoIPPushes = false
    var pushToken: Bytes?
    /// Whom it is to call once it runs (B112).
    var waitingIntents: [StartCallIntent] = []

    /// At most so many wait; more are the doing of a script, and refused.
    static let waitingIntentsMax = 16

    enum Launching: Hashable, Sendable { case none, began, finished }

    enum Closing: Hashable, Sendable { case none, told, over }
}

/// A process that watches all calls.
struct Observer: Sendable, Equatable {
    var session: SessionID
    var bundle: BundleID
}

/// The installed apps and their processes: one process an app at most.
struct AppTable: Sendable, Equatable {
    var apps = OrderedTable<BundleID, App>()
    /// What kinds of handle each app's last provider took calls to: known also while it does not
    /// run, and over restarts of the phone.
    ///
    /// None for an app that has registered no provider yet.
    var handleKinds = OrderedTable<BundleID, [Handle.Kind]>()
    private(set) var bundles = OrderedTable<SessionID, BundleID>()
    private var launches = OrderedTable<LaunchID, BundleID>()
    private var launchNumber = 0
    var extensions = OrderedTable<SessionID, AppExtension>()
    /// The app that its person looks at.
    var front: BundleID?
    /// The screen as apps were told of it last.
    var screen = AppScreen()

    /// An app that is installed.
    subscript(bundle: BundleID) -> App? { apps[bundle].flatMap { $0.isRemoved ? nil : $0 } }

    func bundle(of session: SessionID) -> BundleID? { bundles[session] }

    /// The app of a process that has said hello.
    func greeted(_ session: SessionID) -> App? {
        guard let app = bundles[session].flatMap({ apps[$0] }), app.isGreeted else { return nil }
        return app
    }

    var running: [BundleID] {
        zip(apps.keys, apps.values).filter { $0.1.session != nil }.map(\.0)
    }

    /// The processes that watch all calls, in the order of their connections.
    private(set) var observers: [Observer] = []

    mutating func observe(_ session: SessionID) {
        guard let bundle = bundles[session],
            !observers.contains(where: { $0.session == session })
        else { return }
        observers.append(Observer(session: session, bundle: bundle))
        observers.sort { $0.session < $1.session }
    }

    mutating func update(_ bundle: BundleID, _ change: (inout App) -> Void) {
        apps.update(bundle, change)
    }

    /// Takes over the set of installed apps.
    ///
    /// A running app that is gone keeps its process until it ends.
    mutating func install(
        _ installed: [InstalledApp], turn: inout Turn
    ) -> (removed: [BundleID], renewed: [BundleID]) {
        // The name of the phone's own app stands for the cellular network.
        let installed = installed.filter { $0.bundle != cellularBundle }
        let kept = Set(installed.map(\.bundle))
        let removed = apps.keys.filter { !kept.contains($0) }
        var renewed: [BundleID] = []
        for bundle in handleKinds.keys where !kept.contains(bundle) {
            handleKinds[bundle] = nil
            turn.hasChangedSettings = true
        }
        for bundle in removed {
            if apps[bundle]?.session == nil {
                apps[bundle] = nil
                if front == bundle { front = nil }
            } else {
                apps.update(bundle) { $0.isRemoved = true }
            }
        }
        for app in installed {
            if let known = apps[app.bundle] {
                if known.installed.generation != app.generation { renewed.append(app.bundle) }
                apps.update(app.bundle) {
                    // A token is of one environment.
                    if $0.installed.pushEnvironment != app.pushEnvironment { $0.pushToken = nil }
                    $0.installed = app
                    $0.isRemoved = false
                }
            } else {
                apps[app.bundle] = App(installed: app)
            }
        }
        return (removed, renewed)
    }

    static func notInstalled(_ bundle: BundleID) -> String {
        "\(bundle) is not installed; install it with: opencallkit app install"
    }

    static func otherVersion(_ version: Int) -> String {
        "the app speaks version \(version) of the phone's messages, the phone \(protocolVersion); "
            + "build both from the same release"
    }

    /// Admits a process, or says in words why not.
    mutating func connect(_ session: SessionID, _ bundle: BundleID, turn: inout Turn) {
        guard let app = self[bundle] else {
            turn.effects.append(.refuse(session, Self.notInstalled(bundle)))
            return
        }
        guard app.session == nil else {
            turn.effects.append(
                .refuse(session, "\(bundle) is running already; end its other process first")
            )
            return
        }
        if let launch = app.launch {
            launches[launch] = nil
            turn.deadlines.remove(.launch(launch))
        }
        bundles[session] = bundle
        apps.update(bundle) {
            $0.session = session
            $0.launch = nil
        }
    }

    /// The first message; false where the process was refused.
    mutating func greet(
        _ session: SessionID, version: Int, audio: (BundleID) -> AudioEnvironment,
        screen: AppScreen, turn: inout Turn
    ) -> Bool {
        guard let bundle = bundles[session] else { return false }
        guard apps[bundle]?.isGreeted == false else {
            turn.effects.append(
                .refuse(session, "hello was said twice; say it once, as the first message"))
            return false
        }
        guard version == protocolVersion else {
            turn.effects.append(.refuse(session, Self.otherVersion(version)))
            return false
        }
        apps.update(bundle) { $0.isGreeted = true }
        turn.tell(
            session,
            .welcome(
                AppWelcome(
                    version: protocolVersion,
                    bundle: bundle,
                    timeouts: turn.rules.actionTimeouts,
                    hasPushMetadata: turn.rules.hasPushMetadata,
                    audio: audio(bundle)
                )
            )
        )
        for intent in apps[bundle]?.waitingIntents ?? [] { turn.tell(session, .startCall(intent)) }
        apps.update(bundle) { $0.waitingIntents = [] }
        tell(bundle, screen.life(of: bundle), turn: &turn)
        return true
    }

    /// Forgets a process; its bundle, or nil where it was never admitted.
    mutating func disconnect(_ session: SessionID, turn: inout Turn) -> BundleID? {
        guard let bundle = bundles[session] else { return nil }
        turn.deadlines.remove(.finishedLaunching(session))
        turn.deadlines.remove(.finishedClosing(session))
        if front == bundle { front = nil }
        bundles[session] = nil
        observers.removeAll { $0.session == session }
        apps.update(bundle) {
            $0.session = nil
            $0.isGreeted = false
            $0.launching = .none
            $0.closing = .none
            $0.life = nil
            $0.desiresVoIPPushes = false
        }
        if apps[bundle]?.isRemoved == true { apps[bundle] = nil }
        return bundle
    }

    /// Starts the app unless it runs or is starting.
    mutating func launch(_ bundle: BundleID, turn: inout Turn) {
        guard let app = self[bundle], app.session == nil, app.launch == nil else { return }
        launchNumber += 1
        let launch = LaunchID(launchNumber)
        launches[launch] = bundle
        apps.update(bundle) { $0.launch = launch }
        turn.effects.append(.launch(launch, bundle))
        turn.set(.launch(launch), after: turn.rules.launchDeadline)
    }

    /// A process was started, or could not be.
    mutating func launched(_ launch: LaunchID, _ outcome: LaunchOutcome, turn: inout Turn) {
        guard let bundle = launches[launch] else { return }
        switch outcome {
        case .started: turn.note(.appLaunched, bundle: bundle)
        case .failed(let reason): fail(launch, bundle, reason, turn: &turn)
        }
    }

    /// No connection came in time.
    mutating func launchTimedOut(_ launch: LaunchID, turn: inout Turn) {
        guard let bundle = launches[launch] else { return }
        turn.effects.append(.abandonLaunch(launch))
        fail(launch, bundle, "it did not connect to the phone in time", turn: &turn)
    }

    private mutating func fail(
        _ launch: LaunchID,
        _ bundle: BundleID,
        _ reason: String,
        turn: inout Turn
    ) {
        launches[launch] = nil
        turn.deadlines.remove(.launch(launch))
        if front == bundle { front = nil }
        apps.update(bundle) { $0.launch = nil }
        turn.note(.appEnded, bundle: bundle, "could not be started: \(reason)")
        turn.post(.launchFailed(bundle))
    }
}
