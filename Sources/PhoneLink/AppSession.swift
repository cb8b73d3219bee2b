// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch
import OCKWire

/// An app's session with a phone: it keeps the app's ``AppState`` current and carries its effects
/// out.
///
/// - The link is made by the first provider, registry, observer or request; never in a loop. When
///   it is lost, providers are reset (B10), calls end, what waits for an answer fails, and the next
///   provider, registry, observer or request tries once more.
/// - Every method may be called from any thread. Decisions are made under one lock and calls out
///   are made after it is released; messages leave in the order of the decisions.
/// - Receivers are called on the transport's thread, in order, and pass on to the queues of their
///   delegates with ``deliver(on:_:)``, which binds the session for what runs there.
package final class AppSession: Sendable {
    struct Core {
        var state = AppState()
        var transport: (any Transport)?
        /// Counts links, so that the end of an old one is not taken for the end of the new one.
        var generation = 0
        var completions: [RequestID: @Sendable (RequestError?) -> Void] = [:]
        var statusCompletions: [RequestID: @Sendable (DirectoryEnabledStatus) -> Void] = [:]
        /// Strong: a provider that was not invalidated is never let go (B7).
        var providers: [ProviderID: any ProviderReceiver] = [:]
        var observers: [Weak] = []
        var audioReceiver: Weak?
        /// Strong: a registry lives as long as it desires a type, also when the app drops it.
        var registries: [RegistryID: any RegistryReceiver] = [:]
        var attachments: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var queues: [QueueUse] = []
        var snapshotWaiters: [DispatchSemaphore] = []
        var pings: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastPing = 0
        var sentCount = 0
        var receivedCount = 0
        var hasTerminated = false
        var hasSaidNoPhone = false
        var complaints: Set<String> = []
        var appGroups = AppGroupFolders.ofProcess()
        var onStaleObject: (@Sendable () -> Void)?
    }

    /// The blocks that call the app; behind a lock of their own, for some are made under `core`'s.
    struct Callouts {
        /// How many have not ended.
        var count = 0
        var whenNone: [@Sendable () -> Void] = []
    }

    struct QueueUse {
        var owner: Weak
        var queue: DispatchQueue
    }

    /// How long a blocking call of the app (`calls`, `setActive`) waits for the phone.
    package static let answerSecondsMax = 5

    let core = Locked(Core())
    let callouts = Locked(Callouts())
    let lifeDesk = Locked(Life())
    let address: PhoneAddress
    private let clock: @Sendable () -> Moment
    private let termination: TerminationPolicy
    let complain: @Sendable (String) -> Void

    /// - Parameters:
    ///   - address: Where the phone is; nothing is connected yet.
    ///   - clock: Gives the time for what the app does, the time-outs of actions first.
    ///   - termination: What a breach of the phone's rules does to this process.
    ///   - complain: Gets each message for the person who runs the app; standard error by default.
    package init(
        address: PhoneAddress,
        clock: @escaping @Sendable () -> Moment = systemMoment,
        termination: TerminationPolicy = .endProcess,
        complain: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
    ) {
        self.address = address
        self.clock = clock
        self.termination = termination
        self.complain = complain
    }

    /// A session over one link that is there already, and is not made again when it ends.
    package convenience init(
        transport: any Transport,
        clock: @escaping @Sendable () -> Moment = systemMoment,
        termination: TerminationPolicy = .endProcess,
        complain: @escaping @Sendable (String) -> Void = { writeToStandardError($0) }
    ) {
        let name = "this process"
        let unused = Locked<(any Transport)?>(transport)
        let address = PhoneAddress(name: name) { () throws(LinkError) -> any Transport in
            let transport = unused.withLock { unused in
                defer { unused = nil }
                return unused
            }
            guard let transport else { throw .noPhone(path: name) }
            return transport
        }
        self.init(address: address, clock: clock, termination: termination, complain: complain)
    }

    /// The time by this session's clock; that of the phone once the phone has said that its own is
    /// virtual.
    package var now: Moment {
        guard let now = core.withLock({ $0.state.virtualNow }) else { return clock() }
        return Moment(monotonic: now.monotonic, wall: now.wall)
    }

    /// The times that the phone allows for actions.
    package var timeouts: ActionTimeouts { core.withLock { $0.state.timeouts } }

    /// A copy of what this process knows of its phone.
    package var state: AppState { core.withLock { $0.state } }

    /// Ends the link and lets go of all receivers.
    ///
    /// Nothing more is delivered; requests fail.
    package func close() {
        var (before, effects) = core.withLock { core in
            // Kept until the lock is free: what is let go of may be the app's, and may call this
            // session from its deinit.
            let before = [core]
            var effects: [AppEffect] = []
            core.state.sever(into: &effects)
            core.transport = nil
            core.registries = [:]
            core.providers = [:]
            core.observers = []
            core.audioReceiver = nil
            return (before, effects)
        }
        before.first?.transport?.close()
        var life = lifeDesk.withLock { life in
            defer { life = Life() }
            return [life]
        }
        carryOut(effects)
        releaseWaiters()
        bind {
            before.removeAll()
            life.removeAll()
        }
    }

    /// Ends this process, or severs this session, as its ``TerminationPolicy`` says; the first time
    /// only.
    ///
    /// What was sent before reaches the phone.
    package func terminate(_ reason: Termination) {
        let (isFirst, transport) = core.withLock { core in
            defer { core.hasTerminated = true }
            return (!core.hasTerminated, core.transport)
        }
        guard isFirst else { return }
        transport?.flush()
        switch termination {
        case .endProcess:
            endProcess(reason)
        case .sever(let handler):
            close()
            handler(reason)
        }
    }

    // MARK: The link

    /// Makes the link where there is none.
    ///
    /// Gives up after one attempt, with a word on the first.
    func connectIfDown() {
        guard core.withLock({ $0.state.beginOpening() }) else { return }
        do {
            let transport = try address.connect()
            let generation = core.withLock { core in
                core.transport = transport
                core.generation += 1
                var effects: [AppEffect] = []
                core.state.opened(into: &effects)
                transmit(&effects, &core)
                return core.generation
            }
            transport.start(
                onFrame: { [weak self] in self?.receive($0, from: generation) },
                onEnd: { [weak self] in self?.linkEnded(generation) }
            )
        } catch {
            let (isFirst, effects) = core.withLock { core in
                var effects: [AppEffect] = []
                core.state.linkEnded(into: &effects)
                defer { core.hasSaidNoPhone = true }
                return (!core.hasSaidNoPhone, effects)
            }
            if isFirst { complain("OpenCallKit: \(error)") }
            carryOut(effects)
            releaseWaiters()
            tell(.linkLost)
        }
    }

    private func receive(_ body: [UInt8], from generation: Int) {
        let notice: AppNotice
        do {
            notice = try MessageCoder.decode(AppNotice.self, from: body)
        } catch {
            complain("OpenCallKit: the phone at \(address.name) is not understood: \(error)")
            core.withLock { $0.generation == generation ? $0.transport : nil }?.close()
            return
        }
        let effects = core.withLock { core in
            var effects: [AppEffect] = []
            guard core.generation == generation, core.state.link != .severed else {
                return effects
            }
            if notice.isActivity { core.receivedCount += 1 }
            core.state.apply(notice, into: &effects)
            transmit(&effects, &core)
            return effects
        }
        carryOut(effects)
    }

    private func linkEnded(_ generation: Int) {
        let (effects, isLost) = core.withLock { core in
            var effects: [AppEffect] = []
            guard core.generation == generation else { return (effects, false) }
            core.transport = nil
            let wasLinked = core.state.isLinked
            core.state.linkEnded(into: &effects)
            return (effects, wasLinked)
        }
        carryOut(effects)
        releaseWaiters()
        if isLost { tell(.linkLost) }
    }

    /// Goes on for those who wait for what will not come now.
    func releaseWaiters() {
        let (waiters, pings) = core.withLock { core in
            defer {
                core.snapshotWaiters = []
                core.pings = [:]
            }
            return (core.snapshotWaiters, core.pings)
        }
        waiters.forEach { $0.signal() }
        pings.values.forEach { $0.resume() }
    }
}
