// SPDX-License-Identifier: Apache-2.0
public import Foundation
public import PushKit

/// Takes the pushes that tell of calls, and tells the server where to send them.
///
/// Make it at launch and keep it for as long as the app lives: the system may have started the app
/// for a push, and tells of it only through the registry (B120). Each VoIP push leads to a report
/// before PushKit's delegate returns, whatever it says: the system would end the app otherwise, and
/// soon send it no more pushes (B121, B126).
@MainActor public final class VoIPPushService {
    /// Reads a push.
    public typealias Decoder = @MainActor (VoIPPush) throws -> VoIPPushReading

    /// Told of each push what came of it, once the system has answered.
    public var onOutcome: (@MainActor (VoIPPushOutcome) -> Void)?

    /// Types of push to ask for beside VoIP's, such as `.fileProvider`; to be set before
    /// ``start()``.
    public var otherTypes: Set<PKPushType> = []
    /// Told of pushes of other types.
    public var onOtherPush: (@MainActor (PKPushType, [AnyHashable: Any]) -> Void)?
    /// Told of tokens for other types; nil where one is of use no more.
    public var onOtherToken: (@MainActor (PKPushType, Data?) -> Void)?

    /// The token that the system gave; nil where there is none to use.
    public private(set) var token: VoIPToken?

    private let reporter: any IncomingCallReporting
    private let decode: Decoder
    private let permission: (any VoIPPushPermission)?
    private let uploader: TokenUploader?
    private let clock: any CallClock
    private var judge: PushJudge
    private var isWanted = false
    private var observation: AnyObject?
    private var registry: PKPushRegistry?
    private var delegate: RegistryDelegate?

    /// Makes a service, which does nothing yet.
    ///
    /// - Parameters:
    ///   - reporter: The app's ``CallManager``.
    ///   - server: How the app's server is told of tokens; nil where something else does.
    ///   - permission: Whether pushes may be taken: the ``CallAvailability`` that the manager has
    ///     too. Nil is always.
    ///   - rules: When a push does not ring although it tells of a call.
    ///   - store: What keeps the tokens that the server knows for the next launch.
    ///   - clock: The time.
    ///   - decode: Reads a push. Whatever it throws, an unknown caller is reported and ended at
    ///     once. It must not wait: the system does not either.
    public init(
        reporter: any IncomingCallReporting, server: VoIPTokenServer? = nil,
        permission: (any VoIPPushPermission)? = nil, rules: VoIPPushRules = VoIPPushRules(),
        store: any VoIPTokenStore = UserDefaultsVoIPTokenStore(),
        clock: any CallClock = SystemClock(),
        decode: @escaping Decoder = { try VoIPPushDecoder().read($0.payload) }
    ) {
        self.reporter = reporter
        self.permission = permission
        self.clock = clock
        self.decode = decode
        judge = PushJudge(rules)
        uploader = server.map { TokenUploader($0, store: store, clock: clock) }
    }

    /// Asks for pushes: to be called before the app has finished launching, each time (B117).
    ///
    /// Where they are not allowed, it waits until they are, and has the server forget the token.
    public func start() {
        guard !isWanted else { return }
        isWanted = true
        if observation == nil {
            observation = permission?.observeVoIPPushes { [weak self] in self?.follow() }
        }
        follow()
    }

    /// Gives the pushes up, and has the server forget the token: nobody is signed in, say.
    public func stop() {
        guard isWanted else { return }
        isWanted = false
        follow()
    }

    /// Tries to tell the server at once, where the next attempt would come later: the network is
    /// back, say.
    public func retry() { uploader?.apply(.retryAsked) }

    /// Sends the token again although the server has it: another person has signed in, say.
    public func uploadAgain() { uploader?.apply(.uploadAsked) }

    /// Whether the server has taken the token that stands.
    public var isTokenUploaded: Bool { uploader?.isUploaded ?? false }

    /// What the last attempt to tell the server of a token threw; nil where it went well.
    public var uploadError: (any Error)? { uploader?.lastError }

    /// Takes the payload of an alert push, by which the server rings where VoIP pushes are not
    /// allowed.
    ///
    /// - Parameter payload: The `userInfo` of the notification.
    /// - Returns: Why it was not read, nil where it was; nothing is reported for one that was not.
    @discardableResult
    public func take(alertPayload payload: [AnyHashable: Any]) -> VoIPPushFault? {
        take(
            VoIPPush(payload: payload, origin: .alert, mustReport: false, received: clock.now))
    }

    // MARK: The registry

    private func follow() {
        let isOn = isWanted && permission?.mayTakeVoIPPushes ?? true
        if !isOn {
            token = nil
            uploader?.apply(.tokenGone)
        }
        let types = otherTypes.union(isOn ? [.voIP] : [])
        // Also where none is wanted: the system may have a token of an earlier launch, and push.
        let registry = registry ?? makeRegistry()
        if registry.desiredPushTypes != types { registry.desiredPushTypes = types }
    }

    /// On the main queue, where calls are: a report from another would have to wait for it.
    private func makeRegistry() -> PKPushRegistry {
        let registry = PKPushRegistry(queue: .main)
        let delegate = RegistryDelegate(self)
        registry.delegate = delegate
        self.registry = registry
        self.delegate = delegate
        return registry
    }

    func update(_ token: Data?, for type: PKPushType) {
        guard type == .voIP else {
            onOtherToken?(type, token)
            return
        }
        // It may have been on its way when pushes were given up.
        let isOn = registry?.desiredPushTypes?.contains(.voIP) ?? false
        self.token = isOn ? token.map { VoIPToken($0) } : nil
        uploader?.apply(self.token.map { .tokenGiven($0) } ?? .tokenGone)
    }

    // MARK: A push

    func receive(_ payload: [AnyHashable: Any], of type: PKPushType, mustReport: Bool) {
        guard type == .voIP else {
            onOtherPush?(type, payload)
            return
        }
        // It was on its way when pushes ceased to be allowed. The call may still ring elsewhere.
        let isLate = !(permission?.mayTakeVoIPPushes ?? true)
        let isDone = mustReport && isLate && reporter.reportForPushAlone()
        take(
            VoIPPush(payload: payload, mustReport: mustReport && !isDone, received: clock.now))
    }

    /// Has reported what must be reported when it returns.
    @discardableResult
    private func take(_ push: VoIPPush) -> VoIPPushFault? {
        let verdict: PushJudge.Verdict
        var fault: VoIPPushFault?
        do {
            let reading = try decode(push)
            verdict = judge.judge(reading, of: push, calls: reporter.calls)
        } catch {
            fault = error as? VoIPPushFault ?? .decoder(error.localizedDescription)
            verdict = judge.judgeUnreadable(push, id: UUID(), calls: reporter.calls)
        }
        if let call = verdict.report {
            reporter.reportIncoming(call) { [weak self] error in
                self?.answered(call, error, fault)
            }
        } else {
            onOutcome?(VoIPPushOutcome(reported: nil, error: nil, fault: fault))
        }
        if let end = verdict.end { reporter.report(.ended(end.reason, nil), of: end.call) }
        return fault
    }

    private func answered(_ call: IncomingCall, _ error: CallError?, _ fault: VoIPPushFault?) {
        judge.answered(call.id)
        onOutcome?(VoIPPushOutcome(reported: call, error: error, fault: fault))
    }
}
