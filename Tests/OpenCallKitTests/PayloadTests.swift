// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

/// A delegate that keeps what it is given, and reports a call.
private final class PayloadDelegate: NSObject, PKPushRegistryDelegate, @unchecked Sendable {
    // Sendable because `payloads` is written on the main queue and read after settling.
    var payloads: [[AnyHashable: Any]] = []

    func pushRegistry(_: PKPushRegistry, didUpdate: PKPushCredentials, for: PKPushType) {}

    func pushRegistry(
        _ registry: PKPushRegistry,
        didReceiveIncomingPushWith payload: PKPushPayload,
        for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        payloads.append(payload.dictionaryPayload)
        completion()
    }
}

@Suite struct PayloadTests {
    private func bench(_ answer: RequestError? = nil) throws -> Bench {
        try Bench { request in
            guard case .reportPushPayload(let id, _) = request else {
                return FakePhone.admitting(request)
            }
            return [.answered(id, answer)]
        }
    }

    private func report(_ bench: Bench, _ payload: [AnyHashable: Any]) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            bench.make {
                CXProvider.reportNewIncomingVoIPPushPayload(payload) { error in
                    dispatchPrecondition(condition: .notOnQueue(.main))
                    continuation.resume(returning: error)
                }
            }
        }
    }

    private func sent(_ bench: Bench) -> [Bytes] {
        bench.phone.requests.compactMap {
            if case .reportPushPayload(_, let bytes) = $0 { bytes } else { nil }
        }
    }

    @Test("B136: what an extension reports comes to the app's registry, dates and data kept")
    func roundTrip() async throws {
        let bench = try bench()
        let date = Date(timeIntervalSince1970: 1_700_000_000.5)
        let payload: [AnyHashable: Any] = [
            "date": date, "data": Data([1, 2]), "text": "Grüße", "number": 42, "ratio": 0.5,
            "yes": true, "big": Int64.max, "list": [1, "two", date] as [Any],
            "inner": ["date": date] as [String: Any], "empty": [String: Any](),
        ]
        #expect(await report(bench, payload) == nil)
        let bytes = try #require(sent(bench).first)
        let delegate = PayloadDelegate()
        let registry = bench.make { PKPushRegistry(queue: nil) }
        registry.delegate = delegate
        registry.desiredPushTypes = [.voIP]
        bench.phone.say(
            .push(
                PushNotice(
                    id: PushID(high: 0, low: 1), type: voipPushType, payload: bytes,
                    mustReport: false)))
        await bench.settle()
        let received = try #require(delegate.payloads.first)
        #expect(received["date"] as? Date == date)
        #expect(received["data"] as? Data == Data([1, 2]))
        #expect(received["text"] as? String == "Grüße")
        #expect(received["number"] as? Int == 42)
        #expect(received["ratio"] as? Double == 0.5)
        #expect(received["yes"] as? Bool == true)
        #expect(received["big"] as? Int64 == .max)
        #expect((received["list"] as? [Any])?[2] as? Date == date)
        #expect((received["inner"] as? [String: Any])?["date"] as? Date == date)
        #expect((received["empty"] as? [String: Any])?.isEmpty == true)
        #expect(received.count == payload.count)
        withExtendedLifetime(registry) {}
    }

    @Test("B136: values that a property list cannot hold fail the report, unsent")
    func unfit() async throws {
        let bench = try bench()
        var deep: Any = "bottom"
        for _ in 0..<100 { deep = ["down": deep] }
        let unfit: [[AnyHashable: Any]] = [
            ["id": UUID()], ["url": URL(filePath: "/")], ["none": NSNull()], [1: "number"],
            ["list": [NSObject()]], ["inner": [2: 3]], ["optional": Int?.none as Any],
            ["deep": deep],
        ]
        for payload in unfit {
            let error = await report(bench, payload)
            #expect(
                (error as? CXErrorCodeNotificationServiceExtensionError)?.code == .unknown,
                "\(payload)")
        }
        #expect(sent(bench) == [])
    }

    @Test("B136: a payload that no message can hold fails alone, and the phone is told")
    func large() async throws {
        let bench = try bench()
        let error = await report(bench, ["data": Data(count: 60_000)])
        #expect((error as? CXErrorCodeNotificationServiceExtensionError)?.code == .unknown)
        #expect(await report(bench, ["data": Data(count: 40_000)]) == nil)
        #expect(sent(bench).count == 1)
        #expect(
            bench.phone.requests.contains(
                .misused(.overLimit("a message of more than 65536 bytes"))))
    }

    @Test(
        "B136: the phone's refusals come in Apple's domain and code, in both forms",
        arguments: NotificationServiceError.allCases)
    func refusals(refusal: NotificationServiceError) async throws {
        let bench = try bench(.notificationService(refusal))
        let error = await report(bench, ["a": 1])
        #expect(
            (error as? CXErrorCodeNotificationServiceExtensionError)?.code.rawValue
                == refusal.rawValue)
        let thrown = await #expect(throws: CXErrorCodeNotificationServiceExtensionError.self) {
            try await bench.session.bind {
                try await CXProvider.reportNewIncomingVoIPPushPayload(["a": 1])
            }
        }
        #expect(thrown?.errorCode == refusal.rawValue)
    }

    @Test("B136: the completion may be left out; without a phone the report fails")
    func edges() async throws {
        let bench = try bench()
        let forget: () -> Void = { CXProvider.reportNewIncomingVoIPPushPayload([:]) }
        bench.make(forget)
        await bench.settle()
        #expect(sent(bench).count == 1)
        let session = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        await #expect(throws: CXErrorCodeNotificationServiceExtensionError.self) {
            try await session.bind { try await CXProvider.reportNewIncomingVoIPPushPayload([:]) }
        }
    }
}
