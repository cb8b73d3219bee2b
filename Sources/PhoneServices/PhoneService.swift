// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Glibc
import OCKNetworking
import PhoneCore
package import PhoneHost
import OCKStorage

/// A phone as a daemon: the host with all its services, on one loop and one worker.
///
/// It belongs to the thread that makes it, which also runs it. SIGTERM, SIGINT and the end of its
/// terminal end it in order: calls end as failed, and Recents are closed. Killed at any other
/// moment, it loses nothing that was recorded.
package final class PhoneService {
    package let paths: HomePaths
    package let host: PhoneHost

    private let loop: EventLoop
    private let worker: WorkerThread
    private let lock: StateLock
    private let store: RecentsStore
    private let settings: SettingsFile
    private let catalog: BundleCatalog
    private let launcher: ProcessLauncher
    private let directories: ExtensionHost
    private let courier: Courier?
    private let sockets: PhoneSockets
    private let log: (String) -> Void
    private let trace: LoopBatch<TimelineEntry>
    private var signals: [SignalWatch] = []
    private var isStopping = false

    /// Opens all that the phone keeps.
    ///
    /// Lines for the operator go to `log`, each step goes to `timeline` as it happens.
    ///
    /// - Throws: Words for one line: what is wrong, and what to do.
    package init(
        options: PhoneOptions,
        log: @escaping (String) -> Void,
        timeline: @escaping (TimelineEntry) -> Void
    ) throws(ServiceFailure) {
        self.log = log
        paths = HomePaths(home: options.home)
        do {
            try Self.checkSocketPaths(paths)
            try paths.create()
            lock = try StateLock(path: paths.lock)
            let loop = try EventLoop()
            trace = LoopBatch(loop: loop, timeline)
            let worker = WorkerThread(loop: loop, name: "phone-worker")
            self.loop = loop
            self.worker = worker
            let paths = self.paths
            let authority = try Self.authority(options.gateway)
            let time = LoopTime(loop: loop)
            store = try RecentsStore(path: paths.database, worker: worker, now: time.now().wall)
            settings = try SettingsFile(path: paths.settings, worker: worker)
            let catalog = try BundleCatalog(folder: paths.apps, worker: worker)
            self.catalog = catalog
            courier = try options.gateway.map { gateway throws(ServiceFailure) in
                try Courier(
                    options: Self.courierOptions(
                        gateway, authority, paths, catalog, options.rules),
                    loop: loop,
                    worker: worker
                )
            }
            let environment = ProcessEnvironment(
                appSocket: paths.appSocket, groups: paths.groups)
            launcher = ProcessLauncher(loop: loop, logs: paths.logs, environment: environment) {
                catalog.groups(of: $0)
            }
            directories = try ExtensionHost(
                loop: loop, worker: worker, catalog: catalog, environment: environment,
                directories: paths.directories, logs: paths.logs)
            host = PhoneHost(
                rules: options.rules,
                seed: UInt64.random(in: .min ... .max),
                clock: time,
                scheduler: time,
                services: HostServices(
                    store: store,
                    launcher: launcher,
                    catalog: catalog,
                    ringer: SilentRinger(),
                    courier: courier,
                    directories: directories,
                    settings: settings,
                    contacts: try ContactStore(path: paths.contacts, worker: worker)
                ),
                processID: Int(getpid())
            )
            sockets = PhoneSockets(
                loop: loop, host: host, directories: directories, paths: paths
            ) { file in
                catalog.member(runBy: file)
            }
        } catch {
            throw ServiceFailure("\(error)")
        }
        host.faults = options.faults
        if let region = options.region { host.world(.region(region)) }
        listen()
    }

    /// Opens the sockets, connects to the push service, and takes ``EventLoop/endingSignals``.
    ///
    /// - Throws: Words; nothing runs then.
    package func start() throws(ServiceFailure) {
        let leftoverCount = Leftovers.end(appSocket: paths.appSocket)
        if leftoverCount > 0 {
            log("ended the processes that an earlier phone had left running: \(leftoverCount)")
        }
        try sockets.open()
        for problem in catalog.problems + directories.problems { log(problem) }
        sayLostPushes()
        host.takeUpPushes()
        signals = EventLoop.endingSignals.map { loop.onSignal($0) { [weak self] in self?.stop() } }
        courier?.start()
    }

    /// Runs the phone until ``stop()`` or a signal.
    package func run() {
        loop.run()
        trace.flush()
    }

    /// Ends the phone in order: its calls end as failed, and Recents hold them; the apps that it
    /// started end too.
    package func stop() {
        guard !isStopping else { return }
        isStopping = true
        sockets.close()
        courier?.stop()
        host.shutDown()
        launcher.abandonAll()
        directories.stop()
        store.flush()
        settings.flush()
        worker.shutdown()
        loop.stop()
    }

    private func sayLostPushes() {
        let lost = store.lostPushes
        guard let last = lost.last else { return }
        log(
            "pushes that an app had in hand when the phone was killed, and that are lost: "
                + "\(lost.count), the last \(last.id) for \(last.bundle); see `opencallkit phone "
                + "pushes`")
    }

    private func listen() {
        host.onTimeline = { [trace, log] entry in
            trace.add(entry)
            // What an app does wrong is for its developer to see, also without a trace.
            guard let words = entry.detail else { return }
            switch entry.step {
            case .ruleBroken: log("\(entry.bundle ?? "an app") broke a rule: \(words)")
            case .appHung: log("\(entry.bundle ?? "an app") was ended: \(words)")
            case .warningShown: log("a dialog on the screen says: \(words)")
            default: break
            }
        }
        store.onProblem = { [log] in log($0) }
        settings.onProblem = { [log] in log($0) }
        directories.onLog = { [log] in log($0) }
        courier?.onProblem = { [log] in log($0) }
        courier?.onConnected = { [log, name = courier?.gatewayName ?? ""] in
            log("connected to the push service at \(name)")
        }
        sockets.onRefusal = { [log] in log("refused a process: \($0)") }
    }

    /// Before anything is made, so that nothing is left behind.
    private static func checkSocketPaths(_ paths: HomePaths) throws(NetworkingError) {
        for path in [paths.appSocket, paths.controlSocket] {
            try Listener.check(unixPath: path)
        }
    }

    private static func authority(
        _ gateway: PhoneOptions.Gateway?
    ) throws(FileError) -> [UInt8]? {
        guard let file = gateway?.authorityFile else { return nil }
        return try Files.read(file, limit: 1 << 20)
    }

    private static func courierOptions(
        _ gateway: PhoneOptions.Gateway,
        _ authority: [UInt8]?,
        _ paths: HomePaths,
        _ catalog: BundleCatalog,
        _ rules: SystemRules
    ) -> CourierOptions {
        CourierOptions(
            host: gateway.host,
            port: gateway.port,
            authorityPEM: authority,
            activationCode: gateway.activationCode,
            credentialPath: paths.credential,
            tokensPath: paths.tokens,
            seed: UInt64.random(in: .min ... .max),
            tokenSurvivesReinstall: rules.tokenSurvivesReinstall,
            environment: { [catalog] in catalog.environment(of: $0) }
        )
    }
}
