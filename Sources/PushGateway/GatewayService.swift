// SPDX-License-Identifier: Apache-2.0
package import CallModel
import OCKCredentials
import GatewayCore
package import OCKNetworking
import OCKStorage
import OCKWire

/// The push service around ``Gateway``: it turns sockets into events, and effects into bytes.
///
/// Everything here belongs to the thread of one loop; the store's work is the worker's. No rule
/// about pushes is written here.
package final class GatewayService {
    private let options: GatewayOptions
    private let paths: GatewayPaths
    private let loop: EventLoop
    private let trace: LoopBatch<TimelineEntry>
    private let lines: LogBatch
    private let openStorage: (String) throws(GatewayError) -> any GatewayStorage

    private var core: Gateway
    private var ports = GatewayPorts(provider: 0, device: 0)
    private var timer: LoopTimer?
    private var graceTimer: LoopTimer?
    private var lock: FileLock?
    private var worker: WorkerThread?
    private var storage: (any GatewayStorage)?
    private var store: StoreQueue?
    private var providers: ProviderDoor?
    private var devices: DeviceDoor?
    private var control: ControlDoor?
    private var onStopped: (() -> Void)?

    /// Makes a service that does nothing yet.
    ///
    /// - Parameters:
    ///   - options: What it is asked to be.
    ///   - paths: Where it keeps its things.
    ///   - loop: Whose thread it lives on.
    ///   - onTrace: Gets each step of a push that happens here.
    ///   - onLog: Gets whole lines, each with its line feed, about requests, refused peers and
    ///     phones' connections; no payload or secret is in them, and of a token the head alone.
    package convenience init(
        options: GatewayOptions,
        paths: GatewayPaths,
        loop: EventLoop,
        onTrace: @escaping (TimelineEntry) -> Void = { _ in },
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

    /// Likewise, with other rules and another store.
    init(
        options: GatewayOptions,
        rules: GatewayRules,
        paths: GatewayPaths,
        loop: EventLoop,
        openStorage: @escaping (String) throws(GatewayError) -> any GatewayStorage,
        onTrace: @escaping (TimelineEntry) -> Void,
        onLog: @escaping (ArraySlice<UInt8>) -> Void
    ) {
        self.options = options
        self.paths = paths
        self.loop = loop
        self.openStorage = openStorage
        trace = LoopBatch(loop: loop, onTrace)
        lines = LogBatch(loop: loop, onLog)
        var rules = rules
        if options.faults.contains(.pushAccepted) { rules.isUnavailable = true }
        let seed = randomBytes(count: 8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        core = Gateway(rules: rules, seed: seed)
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
        timer = loop.timer { [unowned self] in apply(.timePassed) }
        apply(.restored(try storage.load()))
    }

    private func listen() throws(GatewayError) {
        let now = EventLoop.wallClockMilliseconds() / 1000
        let hosts = ["127.0.0.1", "::1", "localhost", "0.0.0.0", "::"]
        let extraHosts = hosts.contains(options.host) ? [] : [options.host]
        let certificates = try GatewayCertificates(paths, extraHosts: extraHosts, at: now)
        let chain = try naming(nil, certificates.server.certificate.pem)
        let key = try naming(nil, certificates.server.key.pem)
        let authority = try naming(nil, certificates.authority.certificate.pem)
        do throws(NetworkingError) {
            // Providers may leave ALPN out, as Apple's service lets them; phones are ours, and may
            // not.
            let providerTLS = try TLSContext.server(
                certificateChainPEM: Array(chain.utf8),
                privateKeyPEM: Array(key.utf8),
                clientCAPEM: Array(authority.utf8),
                alpn: ["h2"]
            )
            let deviceTLS = try TLSContext.server(
                certificateChainPEM: Array(chain.utf8),
                privateKeyPEM: Array(key.utf8),
                alpn: [deviceProtocolName],
                requiresALPN: true
            )
            try listen(providerTLS, deviceTLS)
        } catch {
            throw .network(error)
        }
    }

    private func listen(
        _ providerTLS: TLSContext,
        _ deviceTLS: TLSContext
    ) throws(NetworkingError) {
        let report = { [unowned self] event in apply(event) }
        let control = ControlDoor(loop: loop, delegate: self)
        self.control = control
        // First, since it tells best when the folder is another process's.
        try control.listen(path: paths.controlSocket)
        let providers = ProviderDoor(loop: loop, report: report)
        self.providers = providers
        ports.provider = try providers.listen(
            for: .production,
            host: options.host,
            port: options.providerPort,
            tls: providerTLS
        )
        if let port = options.sandboxPort {
            ports.sandbox = try providers.listen(
                for: .development,
                host: options.host,
                port: port,
                tls: providerTLS
            )
        }
        let devices = DeviceDoor(loop: loop, report: report)
        self.devices = devices
        ports.device = try devices.listen(
            host: options.host,
            port: options.devicePort,
            tls: deviceTLS
        )
    }

    // MARK: Events and effects

    private func apply(_ event: GatewayEvent) {
        var effects: [GatewayEffect] = []
        let now = Moment(
            monotonic: MonotonicTime(nanoseconds: loop.now()),
            wall: WallTime(milliseconds: EventLoop.wallClockMilliseconds())
        )
        core.apply(event, at: now, into: &effects)
        for effect in effects { carryOut(effect) }
        if let deadline = core.nextDeadline {
            timer?.arm(at: deadline.nanoseconds)
        } else {
            timer?.disarm()
        }
    }

    private func carryOut(_ effect: GatewayEffect) {
        switch effect {
        case .answer(let key, let answer): providers?.answer(key, answer)
        case .send(let connection, let reply): devices?.send(reply, to: connection)
        case .close(let connection, let refusal): devices?.close(connection, refusal: refusal)
        case .store(let ticket, let changes): store?.add(ticket, changes)
        case .setStreamLimit(let connection, let limit):
            providers?.setStreamLimit(connection, limit)
        case .examine(let ticket, _):
            // No key is kept yet.
            let facts = ProviderTokenFacts(
                algorithm: "ES256",
                keyID: "none",
                teamID: nil,
                issuedAt: .absent,
                signature: .keyUnknown
            )
            loop.later { [weak self] in self?.apply(.tokenExamined(ticket, facts)) }
        case .goAway(let connection, let farewell): providers?.goAway(connection, farewell)
        case .drop(let connection): providers?.drop(connection)
        case .record(let entry):
            if let line = entry.text { lines.add(line) }
        case .remark(let connection, _, let remark):
            lines.add("provider connection \(connection.number): \(remark.words)")
        case .controlSettled(let key, let failure): control?.settle(key, failure: failure)
        case .note(let entry): trace.add(entry)
        case .log(let line): lines.add(line.text)
        }
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
        guard let providers else { return finish() }
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
        trace.flush()
        lines.flush()
        timer = nil
        graceTimer = nil
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

extension GatewayService: ControlDelegate {
    var statusReport: GatewayStatusReport { GatewayStatusReport(core.status, ports: ports) }
    var faultReports: [FaultReport] { [] }
    var deviceReports: [DeviceReport] { [] }

    func pushReports(_ query: JournalQuery) -> [PushReport] { [] }

    func issueActivation(_ key: ControlKey, codeHash: [UInt8]) {
        apply(.activationIssued(key, codeHash: codeHash))
    }

    func addFault(_ form: FaultForm) throws(FaultFormError) -> FaultReport {
        throw FaultFormError(words: "faults are not to be had yet")
    }

    func removeFault(_ number: Int) -> Bool { false }
    func removeAllFaults() {}

    func reload(then body: @escaping (Result<String, GatewayError>) -> Void) {
        body(.success("Nothing is new."))
    }

    func removeDevice(_ id: DeviceID) -> Bool { false }
}
