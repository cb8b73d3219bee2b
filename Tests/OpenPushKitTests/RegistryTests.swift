// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

/// What every delegate of these tests has: a history, and a provider to report with.
class PushDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because the history is locked and the rest is set before the registry begins.
    let history = History()
    let provider: CXProvider
    var reports = true
    var payloads: [[AnyHashable: Any]] = []

    init(_ provider: CXProvider) { self.provider = provider }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didUpdate pushCredentials: PKPushCredentials,
        for type: PKPushType
    ) {
        history.note("token \(Array(pushCredentials.token)) \(pushCredentials.type == type)")
    }

    func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        history.note("invalidated \(type.rawValue)")
    }

    func take(_ payload: PKPushPayload, _ form: String) {
        history.note(form)
        payloads.append(payload.dictionaryPayload)
        guard reports else { return }
        provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { _ in }
    }
}

final class CompletionDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        base.take(payload, "completion")
        completion()
    }
}

final class PlainDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        base.take(payload, "plain")
    }
}

final class BothDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        base.take(payload, "completion")
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        base.take(payload, "plain")
    }
}

final class AsyncDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) async {
        await Task.yield()
        base.take(payload, "async")
    }
}

@Suite struct RegistryTests {
    private let bench: Bench
    private let base: PushDelegate
    private let handled = Signal()

    init() throws {
        let handled = handled
        bench = try Bench { request in
            switch request {
            case .desirePushTypes(let types) where types.contains(voipPushType):
                return [.pushToken(voipPushType, Bytes([1, 2, 3]))]
            case .pushHandled:
                handled.set()
                return []
            default: return FakePhone.admitting(request)
            }
        }
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        base = PushDelegate(provider)
    }

    private func push(_ json: String = "{}", mustReport: Bool = true) -> PushNotice {
        PushNotice(
            id: PushID(high: 0, low: 5),
            type: voipPushType,
            payload: Bytes(Array(json.utf8)),
            mustReport: mustReport
        )
    }

    private func registry(
        _ delegate: any PKPushRegistryDelegate,
        queue: DispatchQueue? = nil
    ) async -> PKPushRegistry {
        let registry = bench.make { PKPushRegistry(queue: queue) }
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        await bench.settle()
        return registry
    }

    private var duties: [AppRequest] {
        bench.phone.requests.filter {
            switch $0 {
            case .pushReceived, .pushHandled, .reportIncomingCall: true
            default: false
            }
        }
    }

    // MARK: Tokens

    @Test("B117: desiring a type brings its token, which is kept")
    func token() async throws {
        let registry = bench.make { PKPushRegistry(queue: nil) }
        #expect(registry.desiredPushTypes == nil)
        registry.delegate = base
        #expect(registry.delegate === base)
        #expect(registry.pushToken(for: .voIP) == nil)
        registry.desiredPushTypes = [.voIP]
        await bench.settle()
        #expect(base.history.all == ["token [1, 2, 3] true"])
        #expect(registry.pushToken(for: .voIP) == Data([1, 2, 3]))
        #expect(registry.pushToken(for: .fileProvider) == nil)
        #expect(registry.desiredPushTypes == [.voIP])
    }

    @Test("B118: a token that is no longer of use is told and forgotten")
    func invalidated() async throws {
        let registry = await registry(base)
        bench.phone.say(.pushTokenInvalidated(voipPushType))
        await bench.settle()
        #expect(base.history.all.last == "invalidated PKPushTypeVoIP")
        #expect(registry.pushToken(for: .voIP) == nil)
    }

    @Test("The registry lives on when the app lets go of it, and its delegate is weak")
    func lifetime() async throws {
        let delegate = CompletionDelegate(base)
        _ = await registry(delegate)
        bench.phone.say(.push(push()))
        await bench.settle()
        #expect(base.history.all == ["completion"])
        _ = await registry(CompletionDelegate(base))
        bench.phone.say(.push(push()))
        await bench.settle()
        #expect(base.history.all == ["completion", "completion"])
        withExtendedLifetime(delegate) {}
    }

    // MARK: Pushes

    @Test(
        "A push is told by one form of the method; by the one with a completion first")
    func forms() async throws {
        let delegates: [(any PKPushRegistryDelegate, String)] = [
            (CompletionDelegate(base), "completion"), (PlainDelegate(base), "plain"),
            (BothDelegate(base), "completion"), (AsyncDelegate(base), "async"),
        ]
        let registry = await registry(base)
        for (delegate, form) in delegates {
            registry.delegate = delegate
            bench.phone.say(.push(push()))
            await handled.wait()
            await bench.settle()
            #expect(base.history.all.last == form)
        }
        #expect(base.history.all.count == 1 + delegates.count)
        #expect(bench.terminations == [])
    }

    @Test(
        "B121: the phone hears of call and return; a report between names the push"
    )
    func reported() async throws {
        let delegate = CompletionDelegate(base)
        let registry = await registry(delegate)
        bench.phone.say(.push(push()))
        await bench.settle()
        let id = push().id
        #expect(duties.first == .pushReceived(id, at: Bench.start.monotonic))
        #expect(duties.last == .pushHandled(id, isReported: true))
        guard case .reportIncomingCall(let report) = duties[1] else {
            Issue.record("no report in \(duties)")
            return
        }
        #expect(report.push == id)
        #expect(duties.count == 3)
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test(
        "B121, B124: a delegate that returns without a report ends the process, completed or not"
    )
    func breach() async throws {
        base.reports = false
        let delegate = CompletionDelegate(base)
        let registry = await registry(delegate)
        bench.phone.say(.push(push()))
        await handled.wait()
        await drain(.main)
        #expect(duties.last == .pushHandled(push().id, isReported: false))
        #expect(bench.terminations == [.pushHandledWithoutReport])
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test("B121: a delegate without any form of the method ends the process")
    func formless() async throws {
        let registry = await registry(base)
        let ended = Signal()
        bench.phone.follow { request in
            if case .pushHandled(_, isReported: false) = request { ended.set() }
            return []
        }
        bench.phone.say(.push(push()))
        await ended.wait()
        withExtendedLifetime(registry) {}
    }

    @Test("For the asynchronous form the check is made when it is done")
    func asynchronous() async throws {
        let delegate = AsyncDelegate(base)
        let registry = await registry(delegate)
        bench.phone.say(.push(push()))
        await handled.wait()
        #expect(duties.last == .pushHandled(push().id, isReported: true))
        #expect(bench.terminations == [])
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test("B125, B129: a push that obliges to nothing may go unreported")
    func exempt() async throws {
        base.reports = false
        let delegate = CompletionDelegate(base)
        let registry = await registry(delegate)
        bench.phone.say(.push(push(mustReport: false)))
        await bench.settle()
        #expect(duties.last == .pushHandled(push().id, isReported: false))
        #expect(bench.terminations == [])
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test("B122: without a delegate the phone hears nothing, and finds it out itself")
    func noDelegate() async throws {
        let registry = await registry(base)
        registry.delegate = nil
        bench.phone.say(.push(push()))
        await bench.settle()
        #expect(duties == [])
        #expect(bench.terminations == [])
    }

    @Test("All is told on the registry's queue")
    func queue() async throws {
        final class QueueDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
            // Sendable because all is constant.
            let history = History()
            let queue: DispatchQueue
            init(_ queue: DispatchQueue) { self.queue = queue }
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {
                dispatchPrecondition(condition: .onQueue(queue))
                history.note("token")
            }
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType,
                completion: @escaping () -> Void
            ) {
                dispatchPrecondition(condition: .onQueue(queue))
                history.note("push")
            }
        }
        for queue in [DispatchQueue(label: "pushes"), .main] {
            let delegate = QueueDelegate(queue)
            let registry = await registry(
                delegate, queue: queue === DispatchQueue.main ? nil : queue)
            bench.phone.say(.push(push(mustReport: false)))
            await bench.settle()
            #expect(delegate.history.all == ["token", "push"])
            registry.desiredPushTypes = nil
        }
    }

    // MARK: Payloads

    @Test("B137: the payload is the JSON object that was sent, as Foundation reads it")
    func payload() async throws {
        let delegate = CompletionDelegate(base)
        let registry = await registry(delegate)
        let json = """
            {"aps":{"alert":{"incoming_caller_id":"0123456789","incoming_caller_name":"Tester"}},
             "number":42,"ratio":0.5,"yes":true,"none":null,"list":[1,"two"]}
            """
        bench.phone.say(.push(push(json)))
        await bench.settle()
        let payload = try #require(base.payloads.last)
        let aps = payload["aps"] as? [String: Any]
        let alert = aps?["alert"] as? [String: Any]
        #expect(alert?["incoming_caller_id"] as? String == "0123456789")
        #expect((payload["aps"] as? [AnyHashable: Any])?["alert"] != nil)
        #expect(payload["number"] as? Int == 42)
        #expect(payload["ratio"] as? Double == 0.5)
        #expect(payload["yes"] as? Bool == true)
        #expect(payload["none"] is NSNull)
        #expect((payload["list"] as? [Any])?.count == 2)
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test("A payload that is no JSON object is empty", arguments: ["[1]", "7", "{", "", "\u{0}"])
    func notAnObject(json: String) async throws {
        let delegate = CompletionDelegate(base)
        let registry = await registry(delegate)
        bench.phone.say(.push(push(json)))
        await bench.settle()
        #expect(base.payloads.map(\.count) == [0])
        withExtendedLifetime((registry, delegate)) {}
    }

    @Test("Types are named by strings")
    func types() {
        #expect(PKPushType.voIP.rawValue == "PKPushTypeVoIP")
        #expect(PKPushType("PKPushTypeVoIP") == .voIP)
        #expect(PKPushType(rawValue: "x").rawValue == "x")
        #expect(PKPushPayload().dictionaryPayload.isEmpty)
        #expect(PKPushCredentials().token.isEmpty)
    }
}

/// Lets a test wait for something that happens on another thread, again and again.
final class Signal: Sendable {
    private struct State {
        var count = 0
        var waiter: CheckedContinuation<Void, Never>?
    }
    private let state = Locked(State())

    func set() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard let waiter = state.waiter else {
                state.count += 1
                return nil
            }
            state.waiter = nil
            return waiter
        }
        waiter?.resume()
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isDue = state.withLock { state in
                guard state.count == 0 else {
                    state.count -= 1
                    return true
                }
                state.waiter = continuation
                return false
            }
            if isDue { continuation.resume() }
        }
    }
}
