// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Glibc
import OCKNetworking
import OCKStorage
package import PhoneCore
import PhoneHost

/// Runs call directory extensions, keeps what they give, and looks numbers up in it.
///
/// ```
/// load ──► marked ──► started ──► connected ──► hello ──► (the load's thread) ──► over
/// ```
/// An extension is a process of its own, which the phone starts, and which is admitted only while a
/// load waits for it. Its entries are read by a thread of their own and of low priority, neither by
/// the loop nor by the worker: a load holds up no ring and no row of Recents. Look-ups are the
/// worker's.
///
/// Made and used on the loop's thread.
package final class ExtensionHost: CallDirectories {
    /// Takes lines for the operator; no numbers stand in them.
    package var onLog: (String) -> Void = { _ in }
    package var onLost: ((ExtensionID) -> Void)?

    private static let niceness: Int32 = 10

    private let loop: EventLoop
    let worker: WorkerThread
    let loadThread: WorkerThread
    let store: DirectoryStore
    private let catalog: BundleCatalog
    private let environment: ProcessEnvironment
    private let logs: String
    /// What is in force, by extension.
    var data: [ExtensionID: DirectoryFolder.Data]
    private var current: ExtensionLoad?
    /// Processes whose load is over, which have a moment to end by themselves.
    private var leaving: [ExtensionProcess] = []
    private var isStopping = false

    /// Reads what earlier runs of the phone have loaded, on the caller's thread.
    ///
    /// `directories` has a folder for each extension, `logs` a log.
    ///
    /// - Throws: ``FileError`` where the folder cannot be read.
    init(
        loop: EventLoop,
        worker: WorkerThread,
        catalog: BundleCatalog,
        environment: ProcessEnvironment,
        directories: String,
        logs: String
    ) throws(FileError) {
        self.loop = loop
        self.worker = worker
        self.catalog = catalog
        self.environment = environment
        self.logs = logs
        let store = try DirectoryStore(path: directories)
        self.store = store
        data = store.found
        loadThread = WorkerThread(loop: loop, name: "phone-load")
        // Of a thread where the number is 0 (setpriority(2), "C library/kernel differences").
        loadThread.run {
            setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, Self.niceness)
        } then: { _ in
        }
    }

    /// Words on data that was damaged when the phone started, and has been set aside.
    package var problems: [String] { store.problems }

    package var standing: [DirectoryStanding] {
        data.keys.sorted().compactMap { id in
            data[id].map {
                DirectoryStanding(
                    extensionID: id, counts: $0.counts, isLastLoadGood: $0.isLastLoadGood,
                    loadedAt: $0.loadedAt)
            }
        }
    }

    package func load(
        _ order: DirectoryLoadOrder,
        progress: @escaping (_ entries: Int) -> Void,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) {
        guard !isStopping else { return }
        do throws(DirectoryFailure) {
            let load = try makeLoad(order, progress, outcome)
            current = load
            loadThread.run { [store, id = load.id] in
                store.begin(id)
            } then: { [weak self] failure in
                self?.start(load, failure)
            }
        } catch {
            outcome(.failed(error))
        }
    }

    private func makeLoad(
        _ order: DirectoryLoadOrder,
        _ progress: @escaping (Int) -> Void,
        _ outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) throws(DirectoryFailure) -> ExtensionLoad {
        precondition(current == nil, "the phone runs one load at a time")
        let id = order.extensionID
        guard let bundle = catalog.directory(id) else {
            throw DirectoryFailure(
                .noExtensionFound,
                "\(id) is not installed: `opencallkit app check X.app` says what its bundle lacks")
        }
        do throws(FileError) {
            return try ExtensionLoad(
                order, bundle: bundle, log: "\(logs)/\(id).log", progress: progress,
                outcome: outcome)
        } catch {
            throw DirectoryFailure(.unknown, "\(error)")
        }
    }

    private func start(_ load: ExtensionLoad, _ failure: ServiceFailure?) {
        guard current === load else { return }
        if let failure { return fail(load, DirectoryBreach(.unknown, "\(failure)")) }
        do throws(FileError) {
            let child = ChildProcess(
                executable: load.bundle.executable,
                environment: try environment.variables(groups: load.bundle.groups),
                folder: load.bundle.path,
                log: load.log)
            let process = try ExtensionProcess(child, loop: loop)
            process.onEnd = { [weak self, weak load] words in
                guard let load else { return }
                load.exit = words
                if !load.isRunning { self?.processEnded(load) }
            }
            load.process = process
        } catch {
            fail(load, DirectoryBreach(.loadingInterrupted, "\(error)"))
        }
    }

    package func cancel(_ load: DirectoryLoadID) {
        guard let current, current.order.id == load else { return }
        current.cancel.set()
        if !current.isRunning { fail(current, .cancelled) }
    }

    package func removeData(of id: ExtensionID) {
        data[id] = nil
        loadThread.run { [store] in
            store.remove(id)
        } then: { [weak self] in
            // A load may have come to its end in between.
            self?.data[id] = nil
        }
    }

    /// Ends what runs, and waits for it: the phone is being switched off.
    ///
    /// No outcome comes any more.
    package func stop() {
        isStopping = true
        current?.cancel.set()
        current?.process?.killNow()
        for process in leaving { process.killNow() }
        loadThread.shutdown()
    }

    // MARK: The extension's connection

    /// Lets a process of that extension in, if a load waits for it.
    ///
    /// The objection is why the process is not what it was when it connected; nil while it is.
    func admit(
        _ id: ExtensionID,
        _ connection: Connection,
        _ process: PeerProcess,
        objection: @escaping () -> String?
    ) throws(PeerRefusal) {
        guard let load = current, load.id == id, load.awaitsConnection,
            !leaving.contains(where: { $0.processID == process.processID })
        else { throw .noLoad(directory: id) }
        load.greeting = ExtensionGreeting(connection, process: process, objection: objection) {
            [weak self, weak load] outcome in
            guard let self, let load else { return }
            load.greeting = nil
            switch outcome {
            case .greeted(let line): run(load, line)
            case .refused(let words):
                load.wasRefused = true
                fail(load, DirectoryBreach(.loadingInterrupted, "it was refused: \(words)"))
            // Its process will end, or come again; the phone does not wait for ever.
            case .closed: break
            }
        }
    }

    private func run(_ load: ExtensionLoad, _ line: ExtensionLine) {
        guard current === load else { return }
        load.isRunning = true
        if let process = load.process, process.processID != line.processID {
            // The extension runs in a debugger, say, and was quicker.
            load.process = nil
            dismiss(process)
            process.kill()
        }
        let reports = reports(of: load)
        loadThread.run { [store, order = load.order, cancel = load.cancel] in
            DirectoryRun(
                order, line: line, cancel: cancel, folder: store.folder(of: order.extensionID),
                reports: reports
            ).run()
        } then: { [weak self] result in
            self?.over(load, result)
        }
    }

    private func reports(of load: ExtensionLoad) -> DirectoryRun.Reports {
        let poster = loop.poster
        let target = LoopBound(self, loop: loop)
        let id = load.order.id
        return DirectoryRun.Reports(
            progress: { entries in
                poster.post {
                    guard let load = target.value.current, load.order.id == id else { return }
                    load.progress(entries)
                }
            },
            log: { words in poster.post { target.value.onLog(words) } })
    }

    // MARK: The end of a load

    private func over(_ load: ExtensionLoad, _ result: DirectoryRun.Result) {
        guard current === load else { return }
        switch result {
        case .loaded(let data, let remarks):
            self.data[load.id] = data
            finish(load, .loaded(data.counts, remarks: remarks))
            merge(load.id)
        case .failed(let breach): fail(load, breach)
        case .cancelled: fail(load, .cancelled)
        case .processEnded:
            load.process?.reap()
            processEnded(load)
        }
    }

    private func processEnded(_ load: ExtensionLoad) {
        guard current === load else { return }
        let how = load.exit.map { "\($0)" } ?? "ended"
        fail(
            load,
            DirectoryBreach(
                .loadingInterrupted,
                "the extension \(how) before completeRequest; its log is \(load.log)"))
    }

    private func fail(_ load: ExtensionLoad, _ breach: DirectoryBreach) {
        guard current === load, !isStopping else { return }
        let code = breach.failure.code
        let name = CallDirectoryError(rawValue: code).map { ", \($0)" } ?? ""
        let beginning = "loading \(load.id) failed with code \(code)\(name): "
        onLog(beginning + breach.publicWords)
        let line = "opencallkit: \(beginning)\(breach.failure.words)\n"
        worker.run { [log = load.log] in
            ExtensionLog.append(line, to: log)
        } then: { _ in
        }
        if breach.isDamage, let damaged = data[load.id] {
            setAside(load.id, damaged, breach.publicWords)
        }
        data[load.id]?.isLastLoadGood = false
        finish(load, .failed(breach.failure))
    }

    private func finish(_ load: ExtensionLoad, _ outcome: DirectoryLoadOutcome) {
        current = nil
        load.greeting?.refuse("the load of \(load.id) is over")
        load.greeting = nil
        if let process = load.process, !process.hasEnded {
            dismiss(process)
            if load.isRunning || load.wasRefused {
                process.killAfterGrace()
            } else {
                process.kill()
            }
        }
        load.outcome(outcome)
    }

    /// Its load is over; what it does until it ends concerns nobody.
    private func dismiss(_ process: ExtensionProcess) {
        leaving.append(process)
        process.onEnd = { [weak self, weak process] _ in
            self?.leaving.removeAll { $0 === process }
        }
    }

    private func merge(_ id: ExtensionID) {
        loadThread.run { [store] in
            store.mergeIfWanted(id)
        } then: { [weak self] result in
            switch result {
            case .success(let data): if let data { self?.data[id] = data }
            case .failure(let failure): self?.onLog("\(failure)")
            }
        }
    }
}
