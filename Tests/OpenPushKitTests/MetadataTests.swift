// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

/// Has every form of the method.
private final class EveryForm: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata,
        withCompletionHandler completion: @escaping @Sendable () -> Void
    ) {
        base.take(payload, "metadata \(metadata.mustReport)")
        completion()
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        base.take(payload, "metadata async \(metadata.mustReport)")
    }

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

/// Has the asynchronous form with metadata, and the oldest one.
private final class AsyncMetadata: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `base` is constant.
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        await Task.yield()
        base.take(payload, "metadata async \(metadata.mustReport)")
    }

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType
    ) {
        base.take(payload, "plain")
    }
}

/// Lives on the main actor, with the asynchronous form with metadata alone.
@MainActor
private final class MainActorMetadata: NSObject, @preconcurrency PKPushRegistryDelegate {
    let base: PushDelegate
    init(_ base: PushDelegate) { self.base = base }

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingVoIPPushWith payload: PKPushPayload,
        metadata: PKVoIPPushMetadata
    ) async {
        MainActor.preconditionIsolated()
        await Task.yield()
        base.take(payload, "metadata async \(metadata.mustReport)")
    }
}

/// Adds nothing but what a subclass changes.
private class Inherited: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
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
        base.take(payload, "base class")
    }
}

private final class Overriding: Inherited, @unchecked Sendable {
    // Sendable because it adds nothing to what its base class has.
    override func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping @Sendable () -> Void
    ) {
        base.take(payload, "subclass")
    }
}

/// Who hears of a push, of those who have the forms with metadata and those who have not (B129).
@Suite struct MetadataTests {
    private let handled = Signal()

    private func make(hasMetadata: Bool) throws -> (Bench, PushDelegate) {
        let handled = handled
        let bench = try Bench { request in
            switch request {
            case .hello:
                var welcome = FakePhone.welcome
                welcome.hasPushMetadata = hasMetadata
                return [.welcome(welcome)]
            case .pushHandled:
                handled.set()
                return []
            default: return FakePhone.admitting(request)
            }
        }
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        return (bench, PushDelegate(provider))
    }

    /// What a delegate is told of one push.
    private func told(
        _ bench: Bench,
        _ base: PushDelegate,
        _ delegate: any PKPushRegistryDelegate,
        type: String = voipPushType,
        mustReport: Bool = true,
        queue: DispatchQueue? = nil
    ) async -> [String] {
        let registry = bench.make { PKPushRegistry(queue: queue) }
        registry.delegate = delegate
        registry.desiredPushTypes = [PKPushType(type)]
        await bench.settle()
        bench.phone.say(
            .push(
                PushNotice(
                    id: PushID(high: 0, low: 5),
                    type: type,
                    payload: Bytes(Array("{}".utf8)),
                    mustReport: mustReport
                )))
        await handled.wait()
        await bench.settle()
        withExtendedLifetime((registry, delegate)) {}
        return base.history.all
    }

    @Test(
        "B129: a system that has it calls the form with metadata alone", arguments: [true, false])
    func newSystem(mustReport: Bool) async throws {
        let (bench, base) = try make(hasMetadata: true)
        base.reports = mustReport
        let told = await told(bench, base, EveryForm(base), mustReport: mustReport)
        #expect(told == ["metadata \(mustReport)"])
        #expect(bench.terminations == [])
    }

    @Test("B129: an older system ignores the forms with metadata")
    func oldSystem() async throws {
        let (bench, base) = try make(hasMetadata: false)
        #expect(await told(bench, base, EveryForm(base)) == ["completion"])
    }

    @Test("B129: the asynchronous form with metadata comes before every older form")
    func asynchronous() async throws {
        for queue in [nil, DispatchQueue(label: "pushes")] {
            let (bench, base) = try make(hasMetadata: true)
            let told = await told(bench, base, AsyncMetadata(base), queue: queue)
            #expect(told == ["metadata async true"])
            #expect(bench.terminations == [])
            let (older, oldBase) = try make(hasMetadata: false)
            #expect(await self.told(older, oldBase, AsyncMetadata(oldBase)) == ["plain"])
        }
    }

    @Test("B121, B129: for the asynchronous form the check is made when it is done")
    func asynchronousBreach() async throws {
        let (bench, base) = try make(hasMetadata: true)
        base.reports = false
        #expect(await told(bench, base, AsyncMetadata(base)) == ["metadata async true"])
        #expect(bench.terminations == [.pushHandledWithoutReport])
    }

    @Test("B129: a delegate on the main actor may have the asynchronous form alone")
    @MainActor func mainActor() async throws {
        let (bench, base) = try make(hasMetadata: true)
        let delegate = MainActorMetadata(base)
        #expect(await told(bench, base, delegate) == ["metadata async true"])
        #expect(bench.terminations == [])
    }

    @Test("B121, B129: an app with new forms alone breaks the rule on an older system")
    @MainActor func newFormsAlone() async throws {
        let (bench, base) = try make(hasMetadata: false)
        let delegate = MainActorMetadata(base)
        #expect(await told(bench, base, delegate) == [])
        #expect(bench.terminations == [.pushHandledWithoutReport])
    }

    @Test("The forms with metadata are for VoIP pushes alone")
    func otherType() async throws {
        let (bench, base) = try make(hasMetadata: true)
        let type = PKPushType.fileProvider.rawValue
        #expect(await told(bench, base, EveryForm(base), type: type) == ["completion"])
    }

    @Test("A delegate that has only older forms is told by them on a newer system, as before")
    func older() async throws {
        for (delegate, form) in [
            (CompletionDelegate.init, "completion"), (PlainDelegate.init, "plain"),
            (BothDelegate.init, "completion"), (AsyncDelegate.init, "async"),
            (Inherited.init, "base class"), (Overriding.init, "subclass"),
        ] as [((PushDelegate) -> any PKPushRegistryDelegate, String)] {
            let (bench, base) = try make(hasMetadata: true)
            #expect(await told(bench, base, delegate(base)) == [form])
        }
    }

    @Test("Metadata that a test makes obliges to nothing")
    func made() { #expect(!PKVoIPPushMetadata().mustReport) }
}
