// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore

/// The events of a day on a phone, written down as they are applied to one.
struct Script {
    struct Row {
        var now: Moment
        var event: PhoneEvent
    }

    static let rules = SystemRules()
    private(set) var events: [Row] = []
    private(set) var effectCount = 0

    private var phone = Phone(rules: rules, seed: 1)
    private var now = Moment(
        monotonic: MonotonicTime(nanoseconds: 0), wall: WallTime(milliseconds: 1_700_000_000_000))
    private var number = 0
    private static let apps: [(session: SessionID, bundle: BundleID)] = [
        (SessionID(1), "com.example.hotline"), (SessionID(2), "com.example.other"),
    ]
    private static let provider = ProviderID(1)

    init() {
        apply(
            .appsInstalled(Self.apps.map { InstalledApp(bundle: $0.bundle, name: "An app") }))
        for app in Self.apps {
            apply(.appConnected(app.session, app.bundle))
            apply(.app(app.session, .hello(version: protocolVersion)))
            apply(.app(app.session, .observeCalls))
            var configuration = ProviderConfiguration()
            configuration.maximumCallGroups = 2
            apply(.app(app.session, .registerProvider(Self.provider, configuration)))
            apply(.app(app.session, .desirePushTypes([voipPushType])))
        }
    }

    /// About sixty events: each kind of call, once for each app.
    mutating func round() {
        for app in Self.apps.map(\.session) {
            let first = ring(app)
            user(.answer(first))
            user(.setMuted(first, true))
            apply(.app(app, .updateCall(Self.provider, first, CallUpdate(hasVideo: true))))
            let second = ring(app)
            user(.holdAndAnswer(second))
            user(.swap)
            user(.merge)
            user(.keypad(nil, "1"))
            user(.end(nil))
            let third = start(app)
            apply(.app(app, .reportStartedConnecting(Self.provider, third, at: nil)))
            apply(.app(app, .reportConnected(Self.provider, third, at: nil)))
            let cellular = newCall()
            apply(.world(.cellularRang(cellular, nil, name: nil)))
            user(.answer(cellular))
            apply(.world(.cellularEnded(cellular)))
            user(.setHeld(third, false))
            apply(.app(app, .reportEnded(Self.provider, third, at: nil, .remoteEnded)))
            let missed = ring(app)
            pass(.seconds(61))
            apply(.app(app, .reportEnded(Self.provider, missed, at: nil, .unanswered)))
        }
    }

    // MARK: Steps

    private mutating func newCall() -> CallID {
        number += 1
        return CallID(high: 1, low: UInt64(number))
    }

    private mutating func ring(_ app: SessionID) -> CallID {
        let call = newCall()
        let push = PushID(high: 2, low: UInt64(number))
        let bundle = Self.apps.first { $0.session == app }?.bundle ?? ""
        apply(.push(ArrivedPush(id: push, bundle: bundle, payload: Bytes([0x7B, 0x7D]))))
        let update = CallUpdate(
            remoteHandle: Handle(kind: .phoneNumber, value: "+8618712345678"),
            localizedCallerName: "Zhang Wei", supportsHolding: true, supportsGrouping: true,
            supportsUngrouping: true, supportsDTMF: true)
        let report = IncomingCallReport(
            request: RequestID(number), provider: Self.provider, call: call, update: update,
            push: push)
        apply(.app(app, .pushReceived(push, at: now.monotonic)))
        apply(.app(app, .reportIncomingCall(report)))
        apply(.app(app, .pushHandled(push, isReported: true)))
        return call
    }

    private mutating func start(_ app: SessionID) -> CallID {
        let call = newCall()
        let action = CallAction(
            id: ActionID(high: 3, low: UInt64(number)), call: call,
            kind: .start(.init(handle: Handle(kind: .generic, value: "ana@example.com"))),
            timeout: WallTime(milliseconds: 0))
        let transaction = CallTransaction(
            id: TransactionID(high: 4, low: UInt64(number)), actions: [action])
        apply(.app(app, .requestTransaction(RequestID(number), transaction)))
        let update = CallUpdate(supportsHolding: true)
        apply(.app(app, .updateCall(Self.provider, call, update)))
        return call
    }

    private mutating func user(_ action: UserAction) {
        number += 1
        apply(.user(UserTicket(number), action))
    }

    private mutating func pass(_ interval: Interval) {
        now.monotonic = now.monotonic + interval
        apply(.timePassed)
    }

    /// Applies and writes down, and does what the store and a prompt app do about it.
    private mutating func apply(_ event: PhoneEvent) {
        var effects: [PhoneEffect] = []
        now.monotonic = now.monotonic + .milliseconds(5)
        now.wall.milliseconds += 5
        phone.apply(event, at: now, into: &effects)
        events.append(Row(now: now, event: event))
        effectCount += effects.count
        for effect in effects {
            switch effect {
            case .recordCall(let ticket?, _), .recordPush(let ticket?, _):
                apply(.recorded(ticket, true))
            case .tell(let session, .perform(_, let transaction)):
                for action in transaction.actions {
                    apply(.app(session, .completeAction(action.id, .fulfilled(at: nil))))
                }
            default: break
            }
        }
    }
}
