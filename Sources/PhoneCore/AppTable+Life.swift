// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What decides where apps stand.
struct AppScreen: Hashable, Sendable {
    /// The app that the person looks at.
    var front: BundleID?
    /// A call rings in full over it (B29).
    var isCovered = false
    var isLocked = false

    /// Where an app stands: the one place that says so.
    func life(of bundle: BundleID) -> AppLife {
        let stage: AppLife.Stage =
            switch (front == bundle && !isLocked, isCovered) {
            case (false, _): .background
            case (true, true): .inactive
            case (true, false): .active
            }
        return AppLife(stage: stage, isProtectedDataAvailable: !isLocked)
    }
}

/// Which app is in front, what apps hear of it, and how they launch.
extension AppTable {
    /// One app is in front at a time; nil is none.
    mutating func bringToFront(_ bundle: BundleID?, turn: inout Turn) {
        let before = front
        guard before != bundle, bundle == nil || self[bundle ?? ""] != nil else { return }
        if let before { turn.note(.appLeft, by: .app, bundle: before) }
        front = bundle
        if let bundle { turn.note(.appOpened, by: .app, bundle: bundle) }
    }

    /// Tells each process where its app stands now, where that has changed; who goes back hears of
    /// it before who comes to the front.
    mutating func settle(_ new: AppScreen, turn: inout Turn) {
        guard new != screen else { return }
        screen = new
        var late: [(BundleID, AppLife)] = []
        for (bundle, app) in zip(apps.keys, apps.values) {
            guard let told = app.life else { continue }
            let life = new.life(of: bundle)
            if life.stage > told.stage {
                late.append((bundle, life))
            } else if life != told {
                tell(bundle, life, turn: &turn)
            }
        }
        for (bundle, life) in late { tell(bundle, life, turn: &turn) }
    }

    mutating func tell(_ bundle: BundleID, _ life: AppLife, turn: inout Turn) {
        guard let session = apps[bundle]?.session else { return }
        apps.update(bundle) { $0.life = life }
        turn.tell(session, .lifeChanged(life))
    }

    // MARK: Launching

    /// The app's delegate is about to launch; what it says again changes nothing.
    mutating func beganLaunching(_ session: SessionID, turn: inout Turn) {
        guard let bundle = bundles[session], apps[bundle]?.launching == App.Launching.none else {
            return
        }
        apps.update(bundle) { $0.launching = .began }
        guard let limit = turn.rules.launchWatchdog else { return }
        turn.set(.finishedLaunching(session), after: limit)
    }

    mutating func finishedLaunching(_ session: SessionID, turn: inout Turn) {
        guard let bundle = bundles[session], apps[bundle]?.launching == .began else { return }
        apps.update(bundle) { $0.launching = .finished }
        turn.deadlines.remove(.finishedLaunching(session))
    }

    /// The app's delegate has taken too long: the system ends the process.
    func launchingTimedOut(_ session: SessionID, turn: inout Turn) {
        guard let bundle = bundles[session], apps[bundle]?.launching == .began else { return }
        let limit = turn.rules.launchWatchdog.map { "\($0.components.seconds) s" } ?? "its time"
        turn.note(
            .appHung, to: .app, bundle: bundle,
            "0x8badf00d: didFinishLaunching has not returned within \(limit), since the app "
                + "delegate blocks the main thread; move what waits there (network, locks, disk) "
                + "to another queue")
        turn.effects.append(.terminate(session, .launchTookTooLong))
    }

    // MARK: Closing

    /// The person closes an app.
    ///
    /// One with a delegate hears of it first, where it is at work; one that an iPhone would have
    /// suspended ends without a word, as there.
    mutating func close(_ app: App, _ session: SessionID, isAtWork: Bool, turn: inout Turn) {
        guard app.closing == .none, app.launching == .finished, isAtWork else {
            if app.closing != .told { turn.effects.append(.terminate(session, .closedByUser)) }
            return
        }
        apps.update(app.installed.bundle) { $0.closing = .told }
        turn.tell(session, .closing)
        turn.set(.finishedClosing(session), after: turn.rules.closingWatchdog)
    }

    /// The app's delegate has heard of it.
    mutating func finishedClosing(_ session: SessionID, turn: inout Turn) {
        guard let bundle = bundles[session], apps[bundle]?.closing == .told else { return }
        apps.update(bundle) { $0.closing = .over }
        turn.deadlines.remove(.finishedClosing(session))
        turn.effects.append(.terminate(session, .closedByUser))
    }

    /// The app's delegate has taken too long: the system ends the process all the same.
    mutating func closingTimedOut(_ session: SessionID, turn: inout Turn) {
        guard let bundle = bundles[session], apps[bundle]?.closing == .told else { return }
        let limit = turn.rules.closingWatchdog.components.seconds
        turn.note(
            .appHung, to: .app, bundle: bundle,
            "applicationWillTerminate has not returned within \(limit) s, since the main thread is "
                + "blocked; save as the app goes, and there only what is left")
        finishedClosing(session, turn: &turn)
    }
}
