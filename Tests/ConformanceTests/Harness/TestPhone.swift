// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
import PhoneCore
import PhoneHost
import PhoneLink
import PhoneTestSupport
import Testing

/// How the app under test reaches the phone: the same messages, in this process or through a
/// socket.
enum Link: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case inProcess
    case socket

    var testDescription: String { rawValue }
}

/// A phone with a virtual clock, for one test: its person, its world, and what they saw.
///
/// All of the host is touched on ``queue`` alone. Nothing here sleeps: ``settle()`` waits by
/// barriers.
final class TestPhone: @unchecked Sendable {
    // Sendable because the host and all services are used on `queue` only, and the rest is locked.
    static let bundle = "com.example.hotline"

    let link: Link
    private let queue = DispatchQueue(label: "phone")
    private let time = VirtualTime()
    private let host: PhoneHost
    private let user = MemoryPeer()
    private let store = MemoryStore()
    private let ringer = MemoryRinger()
    private let courier = MemoryCourier()
    private let launcher = MemoryLauncher()
    private let shared: Locked<Shared>

    private struct Shared {
        var now: Moment
        var apps: [TestApp] = []
        var factories: [BundleID: @Sendable () -> AnyObject] = [:]
        var timeline: [TimelineEntry] = []
        var requests = 0
    }

    init(link: Link, rules: SystemRules = SystemRules(), bundles: [BundleID] = [bundle]) {
        self.link = link
        shared = Locked(Shared(now: time.now()))
        let catalog = MemoryCatalog(bundles)
        let services = HostServices(
            store: store, launcher: launcher, catalog: catalog, ringer: ringer, courier: courier)
        host = PhoneHost(rules: rules, seed: 1, clock: time, scheduler: time, services: services)
        host.onTimeline = { [shared] entry in shared.withLock { $0.timeline.append(entry) } }
        user.session = host.connectUser(peer: user)
        launcher.onLaunch = { [weak self] _, bundle in
            // The process starts by itself, not inside the phone.
            guard let self else { return }
            queue.async { self.startProcess(of: bundle) }
        }
    }

    // MARK: Apps

    /// What a process of that bundle runs when it starts; `make` runs on the main queue with the
    /// process's session.
    func install(_ bundle: BundleID = bundle, _ make: @escaping @Sendable () -> AnyObject) {
        shared.withLock { $0.factories[bundle] = make }
    }

    /// Starts the app in the background, as the system does, and waits until all is quiet.
    @discardableResult
    func launch(
        _ bundle: BundleID = bundle, _ make: @escaping @Sendable () -> AnyObject
    ) async -> TestApp {
        install(bundle, make)
        queue.sync { startProcess(of: bundle) }
        await settle()
        guard let app = app(bundle) else { preconditionFailure("the app was just started") }
        return app
    }

    /// The newest process of that bundle.
    func app(_ bundle: BundleID = bundle) -> TestApp? {
        shared.withLock { $0.apps.last { $0.bundle == bundle } }
    }

    private func startProcess(of bundle: BundleID) {
        guard let make = shared.withLock({ $0.factories[bundle] }) else { return }
        let (appEnd, phoneEnd) = TransportPair.make(link, phoneQueue: queue)
        let app = TestApp(bundle: bundle, transport: appEnd) { [shared] in
            shared.withLock { $0.now }
        }
        let peer = PhoneSidePeer(phoneEnd, queue: queue)
        let session = host.connectApp(bundle: bundle, peer: peer)
        peer.onEnd = { [weak self] in self?.host.disconnected(session) }
        peer.start { [weak self] body in self?.host.receive(body, from: session) }
        app.kill = { [queue] in queue.sync { peer.terminate() } }
        shared.withLock { $0.apps.append(app) }
        DispatchQueue.main.async { app.start(make) }
    }

    // MARK: The world

    /// The push service delivers a push; nothing has settled yet.
    @discardableResult
    func push(_ payload: String = "{}", to bundle: BundleID = bundle, number: UInt64 = 1) -> PushID
    {
        let push = ArrivedPush(
            id: PushID(high: 2, low: number), bundle: bundle, payload: Bytes(Array(payload.utf8)))
        queue.sync { host.deliver(push) }
        return push.id
    }

    /// Lets time pass, stopping to settle at each deadline on the way.
    func advance(by interval: Interval) async {
        await settle()
        let end = queue.sync { time.now().monotonic } + interval
        while true {
            let isOver = queue.sync { () -> Bool in
                let now = time.now().monotonic
                let next = min(max(time.deadline ?? end, now), end)
                time.advance(by: next - now)
                shared.withLock { $0.now = time.now() }
                return next == end
            }
            await settle()
            if isOver && (queue.sync { time.deadline }.map { $0 > end } ?? true) { return }
        }
    }

    /// Returns when the phone, its links and the queues of all delegates have been empty for two
    /// rounds.
    func settle() async {
        var quietRounds = 0
        while quietRounds < 2 {
            let before = activity
            await drain(queue)
            await drain(.main)
            for app in shared.withLock({ $0.apps }) {
                await app.session.barrier()
                for delegateQueue in app.session.delegateQueues { await drain(delegateQueue) }
            }
            await drain(.main)
            await drain(queue)
            quietRounds = activity == before ? quietRounds + 1 : 0
        }
    }

    private var activity: [Int] {
        let (apps, lines) = shared.withLock { ($0.apps, $0.timeline.count) }
        return [lines, apps.count]
            + apps.flatMap { [$0.session.sentCount, $0.session.receivedCount] }
    }

    private func drain(_ queue: DispatchQueue) async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    // MARK: The person

    /// What a person does; the phone's words where it cannot be done, else nil.
    @discardableResult
    func act(_ action: UserAction) async -> String? {
        let reply = queue.sync { () -> UserReply? in
            let number = shared.withLock { shared in
                shared.requests += 1
                return shared.requests
            }
            if number == 1 { try? host.hear(.hello(version: protocolVersion), id: 0, from: user) }
            try? host.hear(.act(action), id: number, from: user)
            let notices = (try? user.userNotices()) ?? []
            for case .reply(RequestID(number), let reply) in notices { return reply }
            return nil
        }
        await settle()
        guard case .failed(let words)? = reply else { return reply == .done ? nil : "no reply" }
        return words
    }

    // MARK: Looking

    var calls: [CallSummary] { queue.sync { host.calls } }
    var recents: [RecentCall] { queue.sync { store.calls } }
    var pushes: [PushRecord] { queue.sync { store.pushes } }
    var ringing: [CallID] { queue.sync { ringer.ringing } }
    var runningApps: [BundleID] { queue.sync { host.runningApps } }
    var pushToken: Bytes? { queue.sync { courier.tokens[Self.bundle] } }
    var steps: [TimelineStep] { shared.withLock { $0.timeline.map(\.step) } }
    var timeline: [TimelineEntry] { shared.withLock { $0.timeline } }

    /// Changes the world behind the phone: its store, its courier.
    func world(_ body: @Sendable (MemoryStore, MemoryCourier) -> Void) {
        queue.sync { body(store, courier) }
    }
}
