// SPDX-License-Identifier: Apache-2.0
package import CallModel
import OCKCredentials
import GatewayCore
package import OCKNetworking
import OCKStorage
import OCKWire

/// The push service around ``Gateway``: it turns sockets into events, and effects into bytes.
///
/// Everything here belongs to the thread of one loop; files, the store and signatures are the
/// worker's. No rule about pushes is written here.
package final class GatewayService {
    let options: GatewayOptions
    let paths: GatewayPaths
    let loop: EventLoop
    private let openStorage: (String) throws(GatewayError) -> any GatewayStorage

    var core: Gateway
    var journal: PushJournal
    let lines: LogBatch
    /// Nil where nobody wants a trace.
    let trace: LoopBatch<TimelineEntry>?
    /// Taken out while effects are carried out, and put back: applying an event allocates none.
    var effects: [GatewayEffect] = []
    var ports = GatewayPorts(provider: 0, device: 0)
    var timer: LoopTimer?
    /// What the timer is armed for.
    var armedFor: MonotonicTime?
    var material: GatewayMaterial?
    var worker: WorkerThread?
    var store: StoreQueue?
    var providers: ProviderDoor?
    var devices: DeviceDoor?
    var control: ControlDoor?
    var metrics: HTTPServer?
    private var graceTimer: LoopTimer?
    private var lock: FileLock?
    private var storage: (any GatewayStorage)?
    private var onStopped: (() -> Void)?

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - options: What it is asked to be.
    ///   - paths: Where it keeps its things.
    ///   - loop: Whose thread it lives on.
    ///   - onTrace: Gets each step of a push that happens here; nil where nobody wants it.
    ///   - onLog: Gets whole lines, each with its line feed, about requests, refused peers and
    ///     phones' connections; no payload or secret is in them, and of a token the head alone.
    package convenience init(
        options: GatewayOptions,
        paths: GatewayPaths,
        loop: EventLoop,
        onTrace: ((TimelineEntry) -> Void)? = nil,
        onLog: @escaping (ArraySlice<UInt8>) -> Void = { _ in }
    ) {
        self.init(
            options: options,
            rules: GatewayRules(),
            paths: paths,
            loop: loop,
            openStorage: { path throws(GatewayError) in try SQLiteStorage(path) },
            onTrace: onTrace,
            onLog: onLog
        )
    }

    /// Likewise, with other rules, of which the options change some, and another store.
    init(
        options: GatewayOptions,
        rules: GatewayRules,
        paths: GatewayPaths,
        loop: EventLoop,
        openStorage: @escaping (String) throws(GatewayError) -> any GatewayStorage,
        onTrace: ((TimelineEntry) -> Void)?,
        onLog: @escaping (ArraySlice<UInt8>) -> Void
    ) {
        self.options = options
        self.paths = paths
        self.loop = loop
        self.openStorage = openStorage
        trace = onTrace.map { LoopBatch(loop: loop, $0) }
        lines = LogBatch(loop: loop, onLog)
        journal = PushJournal(
            countMax: options.journalCount, keepsPayloads: options.keepsPayloads)
        let seed = randomBytes(count: 8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        core = Gateway(rules: options.changing(rules), seed: seed)
    }

    deinit { finish() }

    // MARK: Start

    /// Reads or makes the state folder, takes up what was stored, and listens.
    ///
    /// It blocks on files, before the loop runs.
    ///
    /// - Returns: The ports in use.
    /// - Throws: ``GatewayError`` in one line for an operator. Nothing is left running or
    ///   half-written then.
    package func start() throws(GatewayError) -> GatewayPorts {
        do throws(GatewayError) {
            try open()
            try listen()
        } catch {
            finish()
            throw error
        }
        return ports
    }

    private func open() throws(GatewayError) {
        // Before anything is made, so that nothing is left behind.
        do throws(NetworkingError) {
            try Listener.check(unixPath: paths.controlSocket)
        } catch {
            throw .network(error)
        }
        try naming { () throws(FileError) in
            try Files.makePrivateFolder(paths.stateFolder)
            try Files.makePrivateFolder(paths.runtimeFolder)
        }
        guard let lock = try FileLock(paths.lock, waits: false) else {
            throw .alreadyRunning(stateFolder: paths.stateFolder)
        }
        self.lock = lock
        let storage = try openStorage(paths.store)
        self.storage = storage
        let worker = WorkerThread(loop: loop, name: "gateway-store")
        self.worker = worker
        store = StoreQueue(storage: storage, worker: worker) { [weak self] in self?.apply($0) }
        timer = loop.timer { [unowned self] in
            armedFor = nil
            apply(.timePassed)
        }
        let now = EventLoop.wallClockMilliseconds() / 1000
        let material = try GatewayMaterial(paths, host: options.host, at: now)
        apply(.restored(try storage.load()))
        takeKeys(of: material)
        for form in options.faultForms {
            do {
                _ = try addFault(form)
            } catch {
                throw .refused("a fault cannot be: \(error.words)")
            }
        }
    }

    private func listen() throws(GatewayError) {
        guard let material else { return }
        do throws(NetworkingError) {
            try listen(
                providerTLS: try material.providerTLS(options.badCertificates),
                deviceTLS: try material.deviceTLS()
            )
        } catch {
            throw .network(error)
        }
    }

    private func listen(
        providerTLS: TLSContext, deviceTLS: TLSContext
    ) throws(NetworkingError) {
        let report = { [unowned self] event in apply(event) }
        let control = ControlDoor(loop: loop, delegate: self)
        self.control = control
        // First, since it tells best when the folder is another process's.
        try control.listen(path: paths.controlSocket)
        let providers = ProviderDoor(
            loop: loop, idleTimeout: options.idleTimeout, report: report,
            log: { [unowned self] in lines.add($0) })
        self.providers = providers
        ports.provider = try providers.listen(
            for: .production, host: options.host, port: options.providerPort, tls: providerTLS)
        if let port = options.sandboxPort {
            ports.sandbox = try providers.listen(
                for: .development, host: options.host, port: port, tls: providerTLS)
        }
        let devices = DeviceDoor(
            loop: loop, report: report, log: { [unowned self] in lines.add($0) })
        self.devices = devices
        ports.device = try devices.listen(
            host: options.host, port: options.devicePort, tls: deviceTLS)
        if let port = options.metricsPort { ports.metrics = try listenForMetrics(on: port) }
    }

    // MARK: Stop

    /// Leaves in order: providers get their answers and a GOAWAY with a reason, phones what was
    /// sent to them, the store all that was accepted.
    ///
    /// After 8 s what is left is cut. `body` is called once, on the loop.
    package func stop(then body: @escaping () -> Void) {
        guard onStopped == nil else { return }
        onStopped = body
        let grace = loop.timer { [unowned self] in finish() }
        grace.arm(after: .seconds(8))
        graceTimer = grace
        devices?.stopListening()
        metrics?.close()
        guard let providers else { return finish() }
        apply(.shutdownStarted)
        providers.close { [unowned self] in
            control?.close()
            guard let devices else { return finish() }
            devices.close { [unowned self] in
                guard let store else { return finish() }
                store.whenIdle { [unowned self] in finish() }
            }
        }
    }

    /// Gives everything back.
    ///
    /// Twice is once.
    private func finish() {
        trace?.flush()
        lines.flush()
        timer = nil
        graceTimer = nil
        metrics?.close()
        metrics = nil
        providers?.abandon()
        devices?.abandon()
        control?.close()
        store?.stop()
        store = nil
        worker?.shutdown()
        worker = nil
        storage?.close()
        storage = nil
        lock = nil
        let body = onStopped
        onStopped = nil
        if let body { loop.later(body) }
    }
}
