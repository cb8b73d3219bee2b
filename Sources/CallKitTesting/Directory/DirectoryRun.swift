// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import NumberTable
import OCKWire
import OpenCallKit
import PhoneCore
import PhoneHost
import PhoneLink

/// One load of an extension whose handler is code of the test's process: the phone's side of it.
///
/// The handler runs on a queue of its own, and its entries are checked on the thread that sends
/// them, so that a load keeps the phone from nothing.
final class DirectoryRun: @unchecked Sendable {
    // Sendable because `state` is locked, `onProgress` and `onEnd` are used on the phone's queue
    // only, and all else is constant.

    /// How it ends for the phone.
    enum End {
        case loaded(NumberTableStack, DirectoryCounts, remarks: [String])
        case failed(DirectoryFailure)
    }

    /// What the test has it meet with.
    struct Faults: Sendable {
        /// The process is killed once so many entries have come.
        var killAfter: Int?
        /// What its process seems to have grown by, in bytes.
        var memory: Int?
    }

    private struct State {
        var isOver = false
        var frameCount = 0
        /// Both go with the link.
        var channel: InProcessDirectoryChannel?
        var link: DirectorySession?
    }

    /// Set by the phone; called on its queue, never after the end.
    var onProgress: (Int) -> Void = { _ in }
    /// Likewise; called once.
    var onEnd: (End) -> Void = { _ in }

    /// Where the handler runs.
    let queue: DispatchQueue
    /// Where its side of the link hears the phone.
    let linkQueue: DispatchQueue

    private let order: DirectoryLoadOrder
    /// Used by the extension's sends alone, which do not overlap.
    private let loader: DirectoryLoader
    private let make: @Sendable () -> CXCallDirectoryProvider
    private let app: AppSession
    private let faults: Faults
    private let phoneQueue: DispatchQueue
    private let state = Locked(State())

    init(
        _ order: DirectoryLoadOrder, over base: NumberTableStack?,
        make: @escaping @Sendable () -> CXCallDirectoryProvider, as app: AppSession,
        faults: Faults, phoneQueue: DispatchQueue
    ) {
        self.order = order
        loader = DirectoryLoader(order, over: base, path: nil)
        self.make = make
        self.app = app
        self.faults = faults
        self.phoneQueue = phoneQueue
        queue = DispatchQueue(label: "opencallkit.testing.\(order.extensionID)")
        linkQueue = DispatchQueue(label: "opencallkit.testing.\(order.extensionID).link")
    }

    /// Moves with everything that comes from the handler.
    var activity: Int { state.withLock { $0.frameCount } }

    /// Starts the handler; it is called on its queue, after this.
    func begin() {
        let channel = InProcessDirectoryChannel(
            queue: linkQueue,
            onSend: { [self] body in receive(body) },
            onClose: { [self] in closed() })
        let link = DirectorySession(channel: channel, name: "of the test")
        state.withLock { state in
            state.channel = channel
            state.link = link
        }
        CXCallDirectoryProvider.run(make, over: link, on: queue, as: app) { _ in }
    }

    /// The phone ends the load; the handler's delegate hears of it.
    func cancel() { fail(DirectoryBreach.cancelled.failure) }

    /// The phone is switched off, and the process with it.
    func abandon() {
        state.withLock { $0.isOver = true }
        endProcess()
    }

    // MARK: What the handler's side sends

    private func receive(_ body: [UInt8]) {
        let (isOver, isFirst) = state.withLock { state in
            state.frameCount += 1
            return (state.isOver, state.frameCount == 1)
        }
        guard !isOver else { return }
        guard !isFirst else { return greet() }
        do {
            let isComplete = try loader.take(body)
            let count = loader.entryCount
            if let limit = faults.killAfter, count >= limit {
                kill("its process was killed after \(count) entries")
            } else if isComplete {
                let loaded = try loader.finish()
                end(.loaded(loaded.stack, loaded.counts, remarks: remarks)) {
                    self.say(.completed)
                }
            } else {
                phoneQueue.async { self.onProgress(count) }
            }
        } catch {
            fail(error.failure)
        }
    }

    /// The session's first message is its hello.
    private func greet() {
        if let memory = faults.memory, let limit = order.memoryLimit, memory > limit {
            kill("its process grew by \(memory) bytes, and may grow by \(limit)")
            return
        }
        say(
            .welcome(
                DirectoryWelcome(
                    extensionID: order.extensionID, isIncremental: loader.isIncrementalAllowed)))
    }

    private var remarks: [String] {
        guard let memory = faults.memory, memory > order.memoryWarning else { return [] }
        return ["its process grew by \(memory) bytes; a figure of 12 MB circulates (B152)"]
    }

    // MARK: The end

    /// The process ends on the spot: its delegate hears of nothing.
    private func kill(_ words: String) {
        end(.failed(DirectoryFailure(.loadingInterrupted, words))) {}
        endProcess()
    }

    private func endProcess() {
        // Elsewhere: the handler may be in the middle of a call.
        linkQueue.async { [self] in state.withLock { $0.link }?.abandon() }
    }

    private func fail(_ failure: DirectoryFailure) {
        end(.failed(failure)) { self.say(.failed(code: failure.code, words: failure.words)) }
    }

    /// The extension's end of the link is gone.
    private func closed() {
        fail(
            DirectoryFailure(
                .loadingInterrupted, "the extension ended before it completed its request"))
        state.withLock { state in
            state.channel = nil
            state.link = nil
        }
    }

    /// The first end counts; the phone knows of it before the extension does.
    private func end(_ end: End, then tell: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            defer { state.isOver = true }
            return !state.isOver
        }
        guard isFirst else { return }
        let end = Transfer(end)
        phoneQueue.async {
            self.onEnd(end.value)
            tell()
        }
    }

    private func say(_ notice: DirectoryNotice) {
        // Bounded words: what is over the limit of a frame is not.
        try? state.withLock { $0.channel }?.say(notice)
    }
}

extension SimulatedPhone {
    /// The run of an extension; nil where the test has given no handler.
    ///
    /// Called on the phone's queue.
    func directoryRun(_ order: DirectoryLoadOrder, over base: NumberTableStack?) -> DirectoryRun? {
        guard let make = stage.handlers[order.extensionID] else { return nil }
        let faults = DirectoryRun.Faults(
            killAfter: stage.faults.settings.directoryKilledAfter,
            memory: stage.faults.settings.directoryMemory)
        return DirectoryRun(
            order, over: base, make: make, as: extensionSession(), faults: faults,
            phoneQueue: queue)
    }

    /// What an extension's process knows: the time, and its groups; it is no app, and asks the
    /// phone for nothing.
    private func extensionSession() -> AppSession {
        let address = PhoneAddress(name: "an extension") {
            () throws(LinkError) -> any Transport in throw .noPhone(path: "an extension")
        }
        let session = AppSession(
            address: address, clock: { [time] in time.now() }, complain: { _ in })
        session.appGroups = groups.forProcesses
        return session
    }
}
