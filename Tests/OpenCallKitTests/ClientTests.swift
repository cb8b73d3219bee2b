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

/// The samples are of the shapes that real apps have; that they compile, in both language modes and
/// without a warning, is the greater part of the test.
@Suite struct ClientTests {
    private let push = PushNotice(
        id: PushID(high: 0, low: 1),
        type: voipPushType,
        payload: Bytes(Array("{}".utf8)),
        mustReport: true
    )

    @Test("A main-actor delegate of Swift 5 hears all on the main queue")
    @MainActor func mainActorSwift5() async throws {
        let bench = try Bench()
        let service = bench.make { ClientsSwift5.PhoneService() }
        let call = try await bench.session.bind { try await service.call("friend") }
        await drive(bench, call)
        service.hangUp(call)
        await bench.settle()
        #expect(Set(service.events) == expected)
        #expect(bench.terminations == [])
    }

    @Test("A main-actor delegate of Swift 6 hears all on the main queue")
    @MainActor func mainActorSwift6() async throws {
        let bench = try Bench()
        let service = bench.make { ClientsSwift6.PhoneService() }
        let call = try await bench.session.bind { try await service.call("friend") }
        await drive(bench, call)
        service.hangUp(call)
        await bench.settle()
        #expect(Set(service.events) == expected)
        try await service.ring()
        #expect(service.events.last == "reported")
        #expect(bench.terminations == [])
    }

    private let expected: Set = [
        "begin", "requested", "start", "audio true", "call", "call ended", "token", "push", "end",
        "ending",
    ]

    private func drive(_ bench: Bench, _ call: UUID) async {
        await bench.settle()
        let id = CallID(call.uuidString) ?? CallID(high: 0, low: 0)
        bench.phone.say(.audioActivated(ProviderID(1)), .callChanged(ObservedCall(id: id)))
        bench.phone.say(.callChanged(ObservedCall(id: id, hasEnded: true)))
        bench.phone.say(.pushToken(voipPushType, Bytes([1])), .push(push))
        await bench.settle()
    }

    @Test("Errors are told apart in the ways that apps use")
    func errors() {
        for describe in [ClientsSwift5.describe, ClientsSwift6.describe] {
            #expect(
                describe(CXErrorCodeRequestTransactionError(.unknownCallUUID)) == "unknown call")
            #expect(describe(CXErrorCodeRequestTransactionError(.invalidAction)) == "request 6")
            #expect(
                describe(CXErrorCodeIncomingCallError(.filteredByDoNotDisturb)) == "do not disturb"
            )
            #expect(describe(CXErrorCodeIncomingCallError(.callUUIDAlreadyExists)) == "exists")
            #expect(
                describe(CXErrorCodeIncomingCallError(.unentitled))
                    == "com.apple.CallKit.error.incomingcall 1"
            )
        }
        #expect(ClientsSwift5.codes() == [4, 3, 7, 5])
        #expect(ClientsSwift6.codes() == [4, 3, 7, 5])
    }

    @Test("A protocol from before @Sendable still reaches the provider")
    func oldProtocol() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: ClientsSwift6.configured()) }
        let error = await withCheckedContinuation { continuation in
            ClientsSwift5.reportTheOldWay(provider, UUID()) { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
    }
}
