// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import OpenAppLife
import OpenFoundation
package import PhoneLink

/// One process of an app: code in the process of the test, with a session of its own, or a program.
package class AppProcess: @unchecked Sendable {
    // Sendable because `state` is locked, `onEnd` and `link` are set before it is handed out, and
    // subclasses add only what is constant or locked.
    private struct State {
        var reasons: [Termination] = []
        var hasEnded = false
    }

    /// Ends the phone's side of the link; called once.
    var onEnd: () -> Void = {}
    /// The phone's end of the link, which goes when the link is over.
    var link: Weak?
    private let state = Locked(State())

    fileprivate init() {}

    /// The session of an app in this process, nil for a program.
    package var session: AppSession? { nil }

    /// What the app's code made; nil while it has not run, and for a program.
    var object: Any? { nil }

    /// Numbers that move whenever the app does something.
    var activity: [Int] { [] }

    /// Whether the phone still holds its end of the link, and so an open file.
    package var hasLink: Bool { link?.object != nil }

    var isRunning: Bool { state.withLock { !$0.hasEnded } }

    /// Why the system ended this process.
    var reasons: [Termination] { state.withLock { $0.reasons } }

    /// Returns when the app has dealt with all that the phone has sent.
    ///
    /// - Parameter patience: How long a queue or a program may take, in real time.
    /// - Throws: ``PhoneError`` where it takes longer.
    func drain(_ patience: Duration) async throws {}

    /// Hears, on the main queue, of calls that the person wants the app to make.
    func setStartCall(_ handler: (@MainActor @Sendable (StartCallIntent) -> Void)?) {}

    /// Ends the process at once, as SIGKILL does: its code hears of nothing more.
    final func end() {
        guard markEnded() else { return }
        stop()
        onEnd()
    }

    /// What ``end()`` does on the app's side.
    fileprivate func stop() {}

    /// The process has ended; whether that is news.
    @discardableResult
    final func markEnded(_ reason: Termination? = nil) -> Bool {
        state.withLock { state in
            if let reason, !state.reasons.contains(reason) { state.reasons.append(reason) }
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
    }

    /// The phone says why it ends the process, which has yet to hear of it.
    final func note(_ reason: Termination) {
        state.withLock { state in
            if !state.reasons.contains(reason) { state.reasons.append(reason) }
        }
    }
}

/// An app's code in the process of the test.
final class InnerProcess: AppProcess, @unchecked Sendable {
    // Sendable because `made` is locked and the rest is constant.
    private let inner: AppSession
    private let made = Locked<Transfer<Any>?>(nil)

    init(transport: any Transport, time: VirtualTime, groups: AppGroupFolders) {
        let process = Locked<Weak?>(nil)
        inner = AppSession(
            transport: transport, clock: { time.now() },
            termination: .sever { reason in
                (process.withLock { $0 }?.object as? InnerProcess)?.markEnded(reason)
            },
            complain: { _ in })
        inner.appGroups = groups
        super.init()
        process.withLock { $0 = Weak(self) }
    }

    /// Called where the app asks something of an object of an earlier launch.
    func onStaleObject(_ body: @escaping @Sendable () -> Void) { inner.onStaleObject = body }

    override var session: AppSession? { inner }
    override var object: Any? { made.withLock { $0 }?.value }
    override var activity: [Int] { [inner.sentCount, inner.receivedCount] }

    /// Runs the app's code as its main function would, and keeps what it gives: an app delegate
    /// is launched.
    ///
    /// Nothing where the process has ended already.
    ///
    /// - Parameters:
    ///   - main: The app's code.
    ///   - launchesNow: Whether a delegate has finished launching when this returns; else it
    ///     launches once the phone has said what for.
    /// - Returns: What is wrong with the code, nil for nothing.
    @MainActor func run(_ main: @MainActor () -> Any, launchesNow: Bool) -> String? {
        guard isRunning else { return nil }
        let before = inner.sentCount
        let object = inner.bind { main() }
        let delegate = object as? any UIApplicationDelegate
        let isStale = Self.isOfEarlierLaunch(
            object, isDelegate: delegate != nil, hasMadeObjects: inner.sentCount > before)
        let transfer = Transfer(object)
        made.withLock { $0 = transfer }
        guard !isStale else {
            return """
                the closure gave a \(type(of: object)) of an earlier launch, and this launch made \
                no CallKit or PushKit object: a singleton belongs to the launch that made it. Make \
                the object in the closure, or give the app as a program: launch(_:executable:)
                """
        }
        if let delegate {
            inner.bind { AppLifeCycle.start(delegate, in: inner, launchesNow: launchesNow) }
        }
        return nil
    }

    /// What launches in this process have made together with CallKit or PushKit objects, and their
    /// app delegates.
    private static let launched = Locked<[Weak]>([])

    /// Whether an app is given an object whose CallKit objects are of another launch: it would
    /// hear of nothing.
    private static func isOfEarlierLaunch(
        _ object: Any, isDelegate: Bool, hasMadeObjects: Bool
    ) -> Bool {
        guard type(of: object) is AnyClass else { return false }
        let object = object as AnyObject
        return launched.withLock { launched in
            launched.removeAll { $0.object == nil }
            let isKnown = launched.contains { $0.object === object }
            if (hasMadeObjects || isDelegate) && !isKnown { launched.append(Weak(object)) }
            return isKnown && (isDelegate || !hasMadeObjects)
        }
    }

    override func drain(_ patience: Duration) async throws {
        await inner.barrier()
        for queue in inner.delegateQueues { try await SimulatedPhone.drain(queue, patience) }
        // On a concurrent queue a call may still run.
        let isIdle = await Patience.shared.wait(patience) { inner.whenIdle($0) }
        guard isIdle else {
            throw PhoneError(
                "a delegate's method or a completion has not returned within \(patience): it "
                    + "is blocked, or its queue is suspended")
        }
    }

    override func setStartCall(_ handler: (@MainActor @Sendable (StartCallIntent) -> Void)?) {
        guard let handler else { return inner.onStartCall = nil }
        inner.onStartCall = { [weak inner] intent in
            inner?.deliver(on: .main) { MainActor.assumeIsolated { handler(intent) } }
        }
    }

    override fileprivate func stop() { inner.close() }
}

/// An app that is a program of its own.
final class OuterProcess: AppProcess, @unchecked Sendable {
    // Sendable because `answers` is locked and the rest is constant.
    private struct Answers {
        var last = 0
        var activity = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
        var hasEnded = false
    }

    let name: String
    /// Asks the program, on the phone's queue, to say when it is quiet; false where it has not
    /// connected yet.
    var ask: (@Sendable (Int) -> Bool)?
    private let child: ChildProgram
    private let answers = Locked(Answers())

    init(_ child: ChildProgram, name: String) {
        self.child = child
        self.name = name
        super.init()
    }

    override var activity: [Int] { [answers.withLock { $0.activity }] }

    override func drain(_ patience: Duration) async throws {
        let end = ContinuousClock.now + patience
        while isRunning {
            if await isQuiet(patience) { return }
            guard ContinuousClock.now < end else {
                throw PhoneError(
                    "\(name) has not answered within \(patience): it makes no CallKit object, "
                        + "or its main thread is blocked")
            }
            await SimulatedPhone.pause()
        }
    }

    /// Whether the program has answered; false where it could not be asked, or not in time.
    private func isQuiet(_ patience: Duration) async -> Bool {
        let number = answers.withLock { answers in
            answers.last += 1
            return answers.last
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + patience.seconds) {
            [weak self] in self?.resume(number, with: false)
        }
        return await withCheckedContinuation { continuation in
            let hasEnded = answers.withLock { answers in
                if !answers.hasEnded { answers.waiting[number] = continuation }
                return answers.hasEnded
            }
            guard !hasEnded else { return continuation.resume(returning: true) }
            if ask?(number) != true { resume(number, with: false) }
        }
    }

    /// The program has answered.
    func settled(_ number: Int, activity: Int) {
        answers.withLock { $0.activity = activity }
        resume(number, with: true)
    }

    /// The link with the program is over, and so is the program.
    func linkEnded() {
        markEnded()
        child.kill()
        let waiting = answers.withLock { answers in
            answers.hasEnded = true
            defer { answers.waiting = [:] }
            return answers.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    private func resume(_ number: Int, with isQuiet: Bool) {
        answers.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: isQuiet)
    }

    override fileprivate func stop() { child.kill() }
}

extension Duration {
    var seconds: Double { self / .seconds(1) }
}
