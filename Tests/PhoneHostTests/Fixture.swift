// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneCore
import PhoneHost
import PhoneTestSupport

/// A phone with one app installed, on services in memory and a clock that the test moves.
final class Fixture {
    static let bundle = "com.example.hotline"
    static let provider = ProviderID(1)
    static let call = CallID(high: 1, low: 2)
    static let push = PushID(high: 3, low: 4)

    let time = VirtualTime()
    let store = MemoryStore()
    let launcher = MemoryLauncher()
    let catalog = MemoryCatalog([bundle])
    let ringer = MemoryRinger()
    let courier = MemoryCourier()
    let host: PhoneHost
    var steps: [TimelineStep] = []

    init(faults: Set<TimelineStep> = [], settings: MemorySettings = MemorySettings()) {
        host = PhoneHost(
            rules: SystemRules(),
            seed: 1,
            clock: time,
            scheduler: time,
            services: HostServices(
                store: store,
                launcher: launcher,
                catalog: catalog,
                ringer: ringer,
                courier: courier,
                settings: settings
            ),
            processID: 42
        )
        host.faults = faults
        host.onTimeline = { [weak self] in self?.steps.append($0.step) }
    }

    /// The app's process as it stands after its start: provider registered, pushes wanted.
    func readyApp() throws -> MemoryPeer {
        let app = try host.connectedApp(Self.bundle)
        try host.hear(.registerProvider(Self.provider, ProviderConfiguration()), from: app)
        try host.hear(.desirePushTypes([voipPushType]), from: app)
        return app
    }

    func deliver(_ push: PushID = Fixture.push) {
        courier.onPush?(ArrivedPush(id: push, bundle: Self.bundle, payload: Bytes([123, 125])))
    }

    /// What the app's process does with a push: it reports a call.
    func report(from app: MemoryPeer) throws {
        try host.hear(.pushReceived(Self.push, at: time.now().monotonic), from: app)
        let handle = Handle(kind: .phoneNumber, value: "0123456789")
        let report = IncomingCallReport(
            request: RequestID(1),
            provider: Self.provider,
            call: Self.call,
            update: CallUpdate(remoteHandle: handle, localizedCallerName: "Tester"),
            push: Self.push
        )
        try host.hear(.reportIncomingCall(report), from: app)
        try host.hear(.pushHandled(Self.push, isReported: true), from: app)
    }

    /// Lets a person act, and gives the answer.
    func act(_ action: UserAction, as user: MemoryPeer, id: Int = 1) throws -> UserReply? {
        try ask(.act(action), as: user, id: id)
    }

    func ask(_ request: UserRequest, as user: MemoryPeer, id: Int = 1) throws -> UserReply? {
        _ = try user.userNotices()
        try host.hear(request, id: id, from: user)
        for notice in try user.userNotices() {
            if case .reply(RequestID(id), let reply) = notice { return reply }
        }
        return nil
    }

    /// The app fulfils every action that it was handed.
    func fulfil(from app: MemoryPeer) throws {
        for notice in try app.appNotices() {
            guard case .perform(_, let transaction) = notice else { continue }
            for action in transaction.actions {
                try host.hear(.completeAction(action.id, .fulfilled(at: nil)), from: app)
            }
        }
    }

    /// The whole way: a push starts the app, it rings, is answered, and hung up.
    func ringAnswerAndEnd() throws {
        let user = try host.connectedUser()
        deliver()
        guard !launcher.launches.isEmpty else { return }
        let app = try readyApp()
        let notices = try app.appNotices()
        guard notices.contains(where: { if case .push = $0 { true } else { false } }) else {
            return
        }
        try report(from: app)
        _ = try act(.answer(nil), as: user, id: 1)
        try fulfil(from: app)
        _ = try act(.end(nil), as: user, id: 2)
        try fulfil(from: app)
    }
}
