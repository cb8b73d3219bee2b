// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import ClientsSwift5
import ClientsSwift6
import Foundation
import PhoneLink
import PushKit
import Testing

// What the samples have in both language modes, so that each test runs on both.

private protocol QueueServing: AnyObject {
    init()
    var queue: DispatchQueue { get }
    var provider: CXProvider { get }
    var events: [String] { get }
    func doAll(_ call: UUID, with other: UUID)
}

extension ClientsSwift5.QueueService: QueueServing {}
extension ClientsSwift6.QueueService: QueueServing {}

private protocol AsyncPushServing: AnyObject {
    init(queue: DispatchQueue?)
    var names: [String] { get async }
}

extension ClientsSwift5.AsyncPushService: AsyncPushServing {
    var names: [String] { get async { await book.all } }
}
extension ClientsSwift6.AsyncPushService: AsyncPushServing {
    var names: [String] { get async { await book.all } }
}

@Suite struct ClientShapeTests {
    private let call = UUID()

    private func push(mustReport: Bool = true) -> AppNotice {
        .push(
            PushNotice(
                id: PushID(high: 0, low: 1),
                type: voipPushType,
                payload: Bytes(Array("{}".utf8)),
                mustReport: mustReport
            ))
    }

    private func welcome(hasMetadata: Bool) -> AppNotice {
        var welcome = FakePhone.welcome
        welcome.hasPushMetadata = hasMetadata
        return .welcome(welcome)
    }

    private func bench(
        hasMetadata: Bool,
        onHandled: @escaping @Sendable () -> Void = {}
    ) throws -> Bench {
        let welcome = welcome(hasMetadata: hasMetadata)
        return try Bench { request in
            switch request {
            case .hello: return [welcome]
            case .pushHandled:
                onHandled()
                return []
            default: return FakePhone.admitting(request)
            }
        }
    }

    private let serviceTypes: [any QueueServing.Type] = [
        ClientsSwift5.QueueService.self, ClientsSwift6.QueueService.self,
    ]

    @Test("A service with a queue of its own hears all there, in order, in both language modes")
    func queueService() async throws {
        for type in serviceTypes {
            let bench = try bench(hasMetadata: true)
            let service = bench.make { type.init() }
            await bench.settle()
            bench.make { service.doAll(call, with: UUID()) }
            await bench.settle()
            let id = try #require(CallID(call.uuidString))
            bench.phone.say(.callChanged(ObservedCall(id: id)))
            bench.phone.say(.callChanged(ObservedCall(id: id, hasEnded: true)))
            bench.phone.say(.pushToken(voipPushType, Bytes([1])))
            bench.phone.say(.pushTokenInvalidated(voipPushType))
            bench.phone.say(.providerReset(ProviderID(1)))
            await bench.settle()
            #expect(
                service.events == [
                    "requested", "execute 5", "held false", "muted true", "grouped", "tones 1",
                    "translating de", "call", "call ended", "token", "no token", "reset",
                ])
            #expect(bench.phone.requests.filter { "\($0)".contains("misused") } == [])
        }
    }

    @Test("B129: one delegate has both forms for pushes; the system's version chooses")
    func pushForms() async throws {
        for type in serviceTypes {
            for hasMetadata in [true, false] {
                let bench = try bench(hasMetadata: hasMetadata)
                let service = bench.make { type.init() }
                await bench.settle()
                bench.phone.say(push())
                await bench.settle()
                #expect(
                    service.events == [
                        hasMetadata ? "new push, must report: true" : "old push", "reported",
                    ])
                #expect(bench.terminations == [])
            }
            let bench = try bench(hasMetadata: true)
            let service = bench.make { type.init() }
            await bench.settle()
            bench.phone.say(push(mustReport: false))
            await bench.settle()
            #expect(service.events == ["new push, must report: false"])
            #expect(bench.terminations == [])
        }
    }

    @Test("Asynchronous forms alone, a preconcurrency import and an actor, on both queues")
    func asyncPushService() async throws {
        let types: [any AsyncPushServing.Type] = [
            ClientsSwift5.AsyncPushService.self, ClientsSwift6.AsyncPushService.self,
        ]
        for type in types {
            for (hasMetadata, queue) in [
                (true, nil), (true, DispatchQueue(label: "pushes")), (false, nil),
            ] {
                let handled = AsyncStream<Void>.makeStream()
                let bench = try bench(hasMetadata: hasMetadata) { handled.continuation.yield() }
                let service = bench.make { type.init(queue: queue) }
                await bench.settle()
                bench.phone.say(push())
                for await _ in handled.stream { break }
                #expect(await service.names == [hasMetadata ? "new" : "old"])
                #expect(bench.terminations == [])
            }
        }
    }

    @Test("Overridden methods are called, both twins of each, also through an app's protocols")
    func doubles() async throws {
        // Bound: whose an object is cannot be told while other tests have phones in this process.
        let bench = try Bench()
        let controller = bench.make { ClientsSwift6.AsyncDoubleController() }
        await #expect(throws: CXErrorCodeRequestTransactionError.self) {
            try await ClientsSwift6.requestThroughProtocol(controller)
        }
        let base: CXCallController = controller
        let error = await withCheckedContinuation { continuation in
            base.requestTransaction(with: CXEndCallAction(call: call)) {
                continuation.resume(returning: $0)
            }
        }
        #expect(error.map(ClientsSwift6.name) == "request 7")
        base.requestTransaction(with: []) { _ in }
        #expect(
            controller.calls == ["several", "request", "one", "one, completion"]
                + ["several, completion"])

        let provider = bench.make { ClientsSwift5.AsyncDoubleProvider() }
        let refused = await #expect(throws: (any Error).self) {
            try await ClientsSwift5.reportThroughProtocol(provider)
        }
        #expect(refused.map(ClientsSwift5.name) == "incoming 3")
        let actions = provider.pendingCallActions(of: CXAction.self, withCall: call)
        #expect(actions.map(\.callUUID) == [call])
    }

    @Test("B136: an app's double takes the place of the class methods")
    func classMethods() async throws {
        let type: CXProvider.Type = ClientsSwift6.AsyncDoubleProvider.self
        let thrown = await #expect(throws: (any Error).self) {
            try await type.reportNewIncomingVoIPPushPayload([:])
        }
        #expect(thrown.map(ClientsSwift6.name) == "not entitled")
        let given = await withCheckedContinuation { continuation in
            type.reportNewIncomingVoIPPushPayload([:]) { continuation.resume(returning: $0) }
        }
        #expect(given.map(ClientsSwift6.name) == "not an extension")
    }

    @Test("Doubles of actions and values are what they say, through their base classes")
    func values() throws {
        let mute = ClientsSwift6.DoubleMute(call: call, muted: true)
        (mute as CXAction).fail()
        #expect(mute.outcome == "failed" && (mute as CXAction).isComplete)
        #expect((mute as CXAction).uuid.uuidString.hasPrefix("01020304"))
        let end = ClientsSwift6.TaggedEnd(call: call, tag: "last")
        #expect(end.tag == "last" && (end as CXCallAction).callUUID == call)
        let tones = ClientsSwift6.DoubleTones(call: call, digits: "a", type: .softPause)
        #expect((tones as CXPlayDTMFCallAction).digits == "A")
        let translation = ClientsSwift6.DoubleTranslation(
            call: call, isTranslating: true, localLanguage: "de", remoteLanguage: "en")
        (translation as CXSetTranslatingCallAction).fulfill(using: .custom)
        #expect(translation.engine == .custom && translation.localLanguage == "la")
        let group = ClientsSwift6.DoubleGroup(call: call, callUUIDToGroupWith: UUID())
        #expect((group as CXSetGroupCallAction).callUUIDToGroupWith == nil)
        #expect((ClientsSwift6.DoubleTransaction(actions: [end]) as CXTransaction).actions == [])
        #expect((ClientsSwift6.DoubleUpdate() as CXCallUpdate).localizedCallerName == "double")
        let configuration: CXProviderConfiguration = ClientsSwift6.DoubleConfiguration()
        #expect(configuration.supportsAudioTranslation)
        #expect((ClientsSwift6.DoubleMetadata() as PKVoIPPushMetadata).mustReport)
        let handle: CXHandle = ClientsSwift6.DoubleHandle(type: .generic, value: "x")
        #expect(handle == CXHandle(type: .generic, value: "double"))
    }

    @Test("What a double says of itself is what is sent")
    func doubleIsSent() async throws {
        let bench = try Bench()
        let (provider, delegate) = await make(bench)
        delegate.onAction = { _ in }
        let controller = bench.make { CXCallController() }
        let tones = bench.make {
            ClientsSwift6.DoubleTones(call: call, digits: "a", type: .softPause)
        }
        try await controller.requestTransaction(with: tones)
        await bench.settle()
        let kinds = bench.phone.requests.compactMap {
            if case .requestTransaction(_, let transaction) = $0 {
                transaction.actions.map(\.kind)
            } else {
                nil
            }
        }
        #expect(kinds == [[.playDTMF(digits: "A", .softPause)]])
        #expect(delegate.actions.withLock { $0.first } === tones)
        withExtendedLifetime(provider) {}
    }

    @Test("NSErrors are told apart in the ways that apps use, in both language modes")
    func names() {
        for name in [ClientsSwift5.name, ClientsSwift6.name] as [(any Error) -> String] {
            #expect(name(NSError(domain: CXErrorDomainIncomingCall, code: 3)) == "incoming 3")
            #expect(name(NSError(domain: CXErrorDomainRequestTransaction, code: 4)) == "request 4")
            #expect(
                name(NSError(domain: CXErrorDomainCallDirectoryManager, code: 6)) == "directory 6")
            #expect(name(NSError(domain: "other", code: 6)) == "other")
            #expect(name(CXErrorCodeCallDirectoryManagerError(.unknown)) == "directory 0")
        }
    }
}
