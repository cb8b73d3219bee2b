// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import Foundation
import OpenFoundation
import PhoneCore
import PhoneHost
import PhoneLink

/// How processes of apps start, and are linked with the phone.
extension SimulatedPhone {
    /// Starts a process at the test's wish; its closure has run when this returns.
    func start(_ app: SimulatedApp) throws(PhoneError) {
        guard app.phone === self else {
            throw PhoneError("\(app.bundle) is installed on another phone")
        }
        guard !isClosed else { throw PhoneError("the phone is closed; nothing can be started") }
        guard self.app(app.bundle) === app else {
            throw PhoneError("\(app.bundle) was uninstalled; install it before it is started")
        }
        guard !app.isRunning else {
            throw PhoneError("\(app.bundle) runs already; kill it before it is started anew")
        }
        switch app.code {
        case nil: throw PhoneError("\(app.bundle) has no code; install it with a closure")
        case .closure(let main)?:
            let process = queue.sync { connect(app) }
            if let mistake = try runOnMain(process, main) {
                throw PhoneError("\(app.bundle): \(mistake)")
            }
        case .program(let executable, let arguments)?:
            let (child, descriptor) = try ChildProgram.start(executable, arguments)
            queue.sync { connect(app, child, descriptor) }
        }
    }

    /// Runs an app's code on the main thread, and returns when it has run.
    ///
    /// - Returns: What is wrong with it, nil for nothing.
    /// - Throws: ``PhoneError`` where it blocks; on the main thread itself nobody could tell.
    private func runOnMain(
        _ process: InnerProcess, _ main: @escaping @MainActor @Sendable () -> Any
    ) throws(PhoneError) -> String? {
        if Thread.isMainThread {
            return MainActor.assumeIsolated { process.run(main, launchesNow: true) }
        }
        let mistake = Locked<String?>(nil)
        let hasRun = DispatchSemaphore(value: 0)
        MainQueue.async {
            let words = process.run(main, launchesNow: true)
            mistake.withLock { $0 = words }
            hasRun.signal()
        }
        let limit = patience
        guard hasRun.wait(timeout: .now() + limit.seconds) == .success else {
            throw PhoneError(
                "an app has not finished launching within \(limit): its closure, or "
                    + "didFinishLaunching, blocks the main queue. Code that waits there for an "
                    + "answer of the phone's keeps that answer from coming; let it return, and go "
                    + "on in the completion")
        }
        return mistake.withLock { $0 }
    }

    /// Whether the phone can start a process of that app; asked on the phone's queue.
    func launchOutcome(_ bundle: BundleID) -> LaunchOutcome {
        switch app(bundle)?.code {
        case nil: .failed("the test has given no code for it")
        case .closure?: .started
        case .program(let executable, _)?:
            executable.exists ? .started : missing(executable)
        }
    }

    /// That it is not there is the test's mistake, which a push that starts nothing would hide.
    private func missing(_ executable: AppExecutable) -> LaunchOutcome {
        shared.withLock { $0.failures.take("\(name): \(executable.missing)") }
        return .failed("there is no program \(executable.path)")
    }

    /// Starts a process at the phone's wish; called on the phone's queue, outside of its steps.
    func startCold(_ bundle: BundleID) {
        guard !isClosed, let app = app(bundle), !app.isRunning else { return }
        switch app.code {
        case nil: return
        case .closure(let main)?:
            let process = connect(app)
            MainQueue.async { [shared] in
                guard let mistake = process.run(main, launchesNow: false) else { return }
                shared.withLock { $0.failures.take("\(bundle): \(mistake)") }
            }
        case .program(let executable, let arguments)?:
            do {
                let (child, descriptor) = try ChildProgram.start(executable, arguments)
                connect(app, child, descriptor)
            } catch {
                shared.withLock { $0.failures.take("\(name): \(error)") }
            }
        }
    }

    /// Links a new process in this one; called on the phone's queue.
    private func connect(_ app: SimulatedApp) -> InnerProcess {
        let ends = LinkEnds(link, phoneQueue: queue)
        let process = InnerProcess(
            transport: ends.app, time: time, groups: groups.forProcesses)
        let hasTold = Locked(false)
        process.onStaleObject { [weak shared, bundle = app.bundle] in
            let isFirst = hasTold.withLock { hasTold in
                defer { hasTold = true }
                return !hasTold
            }
            if isFirst { shared?.withLock { $0.failures.take(Self.staleObject(of: bundle)) } }
        }
        connect(app, process, ends.phone) {}
        return process
    }

    private static func staleObject(of bundle: String) -> String {
        """
        \(bundle) has used a CallKit or PushKit object of an earlier launch, which hears of \
        nothing: what is behind a static property belongs to the launch that made it, and lives on \
        in the process of the tests. Have the launch make it, or give the app as a program, which \
        begins anew each time: launch(_:executable:)
        """
    }

    /// Links a process of an app's notification service extension.
    func connectExtension(of app: SimulatedApp, canFilter: Bool) -> InnerProcess {
        queue.sync {
            let ends = LinkEnds(link, phoneQueue: queue)
            let process = InnerProcess(
                transport: ends.app, time: time, groups: groups.forProcesses)
            let peer = AppPeer(ends.phone, queue: queue)
            let host = stage.host
            let session = host.connectExtension(
                of: app.bundle, canFilter: canFilter, peer: peer)
            peer.onEnd = { [weak host, weak process] in
                host?.disconnected(session)
                process?.markEnded()
            }
            peer.start { [weak host] body in host?.receive(body, from: session) }
            process.onEnd = { [queue, weak peer] in
                queue.async { [weak peer] in peer?.kill() }
            }
            process.link = Weak(peer)
            return process
        }
    }

    /// Links a program; called on the phone's queue.
    private func connect(_ app: SimulatedApp, _ child: ChildProgram, _ descriptor: Int32) {
        let process = OuterProcess(child, name: app.bundle)
        let session = connect(app, process, SocketTransport(descriptor: descriptor)) {
            [weak process] in process?.linkEnded()
        }
        let host = Transfer(stage.host)
        process.ask = { [queue] number in
            queue.sync {
                guard host.value.isOpen(session) else { return false }
                host.value.settle(session, number)
                return true
            }
        }
        stage.listeners[session] = { [weak process] in process?.settled($0, activity: $1) }
    }

    @discardableResult
    private func connect(
        _ app: SimulatedApp,
        _ process: AppProcess,
        _ transport: any Transport,
        onEnd: @escaping () -> Void
    ) -> SessionID {
        let peer = AppPeer(transport, queue: queue)
        let host = stage.host
        let faults = stage.faults.line(for: app.bundle)
        let session = host.connectApp(bundle: app.bundle, peer: peer)
        peer.onEnd = { [weak host, weak process] in
            host?.disconnected(session)
            process?.markEnded()
            onEnd()
        }
        peer.detour = { [weak process] body, pass in
            faults.send(body, pass) { process?.note($0) }
        }
        peer.start { [weak host] body in
            faults.received(body)
            host?.receive(body, from: session)
        }
        // Weak: the app remembers its processes, and a peer holds a socket.
        process.onEnd = { [queue, weak peer] in
            queue.async { [weak peer] in peer?.kill() }
        }
        process.link = Weak(peer)
        app.add(process)
        return session
    }
}
