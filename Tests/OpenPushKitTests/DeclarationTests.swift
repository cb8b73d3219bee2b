// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

/// What each declaration of PushKit is, for the ledger.
@Suite struct DeclarationTests {
    private let bench: Bench

    init() throws {
        bench = try Bench { request in
            guard case .desirePushTypes(let types) = request, types.contains(voipPushType) else {
                return FakePhone.admitting(request)
            }
            return [.pushToken(voipPushType, Bytes([1, 2, 3]))]
        }
    }

    /// A push that obliges to nothing.
    private var push: AppNotice {
        .push(
            PushNotice(
                id: PushID(high: 0, low: 5),
                type: voipPushType,
                payload: Bytes(Array(#"{"caller":"a"}"#.utf8)),
                mustReport: false
            )
        )
    }

    private func registry(_ delegate: any PKPushRegistryDelegate) async -> PKPushRegistry {
        let registry = bench.make { PKPushRegistry(queue: .main) }
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        await bench.settle()
        return registry
    }

    // MARK: Types

    @Test("Types of push are texts; there are three")
    func pushTypes() {
        struct Watch: Old {
            @available(*, deprecated) func make() -> PKPushType { .complication }
        }
        let complication = (Watch() as any Old<PKPushType>).make()
        #expect(PKPushType.voIP.rawValue == "PKPushTypeVoIP")
        #expect(PKPushType.fileProvider.rawValue == "PKPushTypeFileProvider")
        #expect(complication.rawValue == "PKPushTypeComplication")
        #expect(PKPushType("PKPushTypeVoIP") == .voIP)
        #expect(PKPushType(rawValue: "PKPushTypeFileProvider") == .fileProvider)
        #expect(Set([PKPushType.voIP, .fileProvider, PKPushType("PKPushTypeVoIP")]).count == 2)
    }

    @Test("A registry has no types and no token before any are desired; it holds no delegate")
    func registry() async throws {
        let registry = bench.make { PKPushRegistry(queue: nil) }
        #expect(registry.delegate == nil && registry.desiredPushTypes == nil)
        #expect(registry.pushToken(for: .voIP) == nil)
        registry.desiredPushTypes = [.voIP]
        await bench.settle()
        #expect(registry.desiredPushTypes == [.voIP])
        #expect(registry.pushToken(for: .voIP) == Data([1, 2, 3]))
        #expect(registry.pushToken(for: .fileProvider) == nil)
    }

    // MARK: The delegate

    @Test("B117: a token comes as credentials, and its end is told")
    func credentials() async throws {
        final class TokenDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            func pushRegistry(
                _ registry: PKPushRegistry,
                didUpdate pushCredentials: PKPushCredentials,
                for type: PKPushType
            ) {
                let (kind, token) = (pushCredentials.type.rawValue, pushCredentials.token)
                history.note("\(kind) \(Array(token)) \(type == .voIP)")
            }
            func pushRegistry(
                _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
            ) {
                history.note("invalidated \(type.rawValue)")
            }
        }
        let delegate = TokenDelegate()
        let registry = await registry(delegate)
        bench.phone.say(.pushTokenInvalidated(voipPushType))
        await bench.settle()
        #expect(
            delegate.history.all == [
                "PKPushTypeVoIP [1, 2, 3] true", "invalidated PKPushTypeVoIP",
            ])
        #expect(PKPushCredentials().token.isEmpty)
        withExtendedLifetime(registry) {}
    }

    @Test("A push comes with its payload, and a completion to call")
    func payload() async throws {
        final class PayloadDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType,
                completion: @escaping @Sendable () -> Void
            ) {
                let caller = payload.dictionaryPayload["caller"] as? String
                history.note("\(caller ?? "") \(payload.type == type)")
                completion()
            }
        }
        let delegate = PayloadDelegate()
        let registry = await registry(delegate)
        bench.phone.say(push)
        await bench.settle()
        #expect(delegate.history.all == ["a true"])
        #expect(PKPushPayload().dictionaryPayload.isEmpty)
        withExtendedLifetime(registry) {}
    }

    @Test("A delegate from before iOS 11 gets its push without a completion")
    func plain() async throws {
        final class PlainDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType
            ) {
                history.note("push")
            }
        }
        let delegate = PlainDelegate()
        let registry = await registry(delegate)
        bench.phone.say(push)
        await bench.settle()
        #expect(delegate.history.all == ["push"])
        withExtendedLifetime(registry) {}
    }

    @Test("A delegate may take its push asynchronously")
    func asynchronous() async throws {
        final class AsynchronousDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            let handled = Signal()
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType
            ) async {
                history.note("push")
                handled.set()
            }
        }
        let delegate = AsynchronousDelegate()
        let registry = await registry(delegate)
        bench.phone.say(push)
        await delegate.handled.wait()
        #expect(delegate.history.all == ["push"])
        withExtendedLifetime(registry) {}
    }

    @Test("B129: a delegate of iOS 26.4 is told whether the push obliges it to report")
    func metadata() async throws {
        final class MetadataDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingVoIPPushWith payload: PKPushPayload,
                metadata: PKVoIPPushMetadata,
                withCompletionHandler completion: @escaping @Sendable () -> Void
            ) {
                history.note("must report \(metadata.mustReport)")
                completion()
            }
        }
        let delegate = MetadataDelegate()
        let registry = await registry(delegate)
        bench.phone.say(push)
        await bench.settle()
        #expect(delegate.history.all == ["must report false"])
        #expect(!PKVoIPPushMetadata().mustReport)
        withExtendedLifetime(registry) {}
    }

    @Test("B129: a delegate of iOS 26.4 may take its push asynchronously")
    func metadataAsynchronous() async throws {
        final class MetadataDelegate: NSObject, PKPushRegistryDelegate {
            let history = History()
            let handled = Signal()
            func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}
            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingVoIPPushWith payload: PKPushPayload,
                metadata: PKVoIPPushMetadata
            ) async {
                history.note("must report \(metadata.mustReport)")
                handled.set()
            }
        }
        let delegate = MetadataDelegate()
        let registry = await registry(delegate)
        bench.phone.say(push)
        await delegate.handled.wait()
        #expect(delegate.history.all == ["must report false"])
        withExtendedLifetime(registry) {}
    }
}

/// Uses what is deprecated without a warning: the compiler is silent where the user is, too.
private protocol Old<Value> {
    associatedtype Value
    func make() -> Value
}
