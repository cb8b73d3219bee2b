// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite struct ReportingTests {
    private func report(
        _ provider: CXProvider,
        _ call: UUID,
        _ update: CXCallUpdate = CXCallUpdate(),
        then: @escaping @Sendable () -> Void = {}
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            provider.reportNewIncomingCall(with: call, update: update) { error in
                then()
                continuation.resume(returning: error)
            }
        }
    }

    @Test("B15, B99: a report says what was set and nothing else", arguments: FakeLink.allCases)
    func report(link: FakeLink) async throws {
        let bench = try Bench(link)
        let (provider, _) = await make(bench)
        let call = UUID()
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: "0123456789")
        update.localizedCallerName = "Tester"
        update.supportsHolding = false
        #expect(!update.hasVideo)
        #expect(await report(provider, call, update) == nil)
        let report = bench.phone.requests.compactMap {
            if case .reportIncomingCall(let report) = $0 { report } else { nil }
        }
        #expect(report.map(\.call.description) == [call.uuidString])
        #expect(
            report.map(\.update) == [
                CallUpdate(
                    remoteHandle: Handle(kind: .generic, value: "0123456789"),
                    localizedCallerName: "Tester",
                    supportsHolding: false
                )
            ]
        )
    }

    @Test(
        "B15: each of the phone's refusals comes in Apple's domain and code",
        arguments: IncomingCallError.allCases)
    func refusals(refusal: IncomingCallError) async throws {
        let bench = try Bench { request in
            guard case .reportIncomingCall(let report) = request else {
                return FakePhone.admitting(request)
            }
            return [.answered(report.request, .incomingCall(refusal))]
        }
        let (provider, _) = await make(bench)
        let error = try #require(await report(provider, UUID()))
        #expect((error as NSError).domain == "com.apple.CallKit.error.incomingcall")
        #expect((error as NSError).code == refusal.rawValue)
        #expect((error as? CXErrorCodeIncomingCallError)?.code.rawValue == refusal.rawValue)
        let thrown = await #expect(throws: CXErrorCodeIncomingCallError.self) {
            try await provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
        }
        #expect(thrown?.code.rawValue == refusal.rawValue)
    }

    @Test("B16: the completion runs on the delegate's queue; before one is set, on a private one")
    func completionQueue() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        let session = bench.session
        _ = await report(provider, UUID()) {
            dispatchPrecondition(condition: .notOnQueue(.main))
            #expect(AppSession.current === session)
        }
        let queue = DispatchQueue(label: "delegate")
        provider.setDelegate(nil, queue: queue)
        _ = await report(provider, UUID()) { dispatchPrecondition(condition: .onQueue(queue)) }
        provider.setDelegate(nil, queue: nil)
        _ = await report(provider, UUID()) { dispatchPrecondition(condition: .onQueue(.main)) }
    }

    @Test("A handle or name over the limit fails that one report; the next is sent")
    func limits() async throws {
        let bench = try Bench()
        let (provider, _) = await make(bench)
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .generic, value: String(repeating: "9", count: 257))
        let error = await report(provider, UUID(), update)
        #expect((error as? CXErrorCodeIncomingCallError)?.code == .unknown)
        update.remoteHandle = CXHandle(type: .generic, value: String(repeating: "9", count: 256))
        #expect(await report(provider, UUID(), update) == nil)
    }

    @Test("B22, B33, B99: updates, progress and ends are sent with their times; nil is now")
    func progress() async throws {
        let bench = try Bench()
        let (provider, _) = await make(bench)
        let call = UUID()
        let date = Date(timeIntervalSince1970: 1.25)
        let time = WallTime(milliseconds: 1250)
        let update = CXCallUpdate()
        update.hasVideo = true
        provider.reportCall(with: call, updated: update)
        provider.reportOutgoingCall(with: call, startedConnectingAt: nil)
        provider.reportOutgoingCall(with: call, startedConnectingAt: date)
        provider.reportOutgoingCall(with: call, connectedAt: date)
        provider.reportOutgoingCall(with: call, connectedAt: nil)
        for reason in 1...5 {
            let reason = try #require(CXCallEndedReason(rawValue: reason))
            provider.reportCall(with: call, endedAt: date, reason: reason)
        }
        provider.reportCall(with: call, endedAt: nil, reason: .remoteEnded)
        await bench.settle()

        let first = ProviderID(1)
        let id = try #require(CallID(call.uuidString))
        let reasons: [EndedReason] = [
            .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere,
        ]
        #expect(
            Array(bench.phone.requests.dropFirst()) == [
                .updateCall(first, id, CallUpdate(hasVideo: true)),
                .reportStartedConnecting(first, id, at: nil),
                .reportStartedConnecting(first, id, at: time),
                .reportConnected(first, id, at: time),
                .reportConnected(first, id, at: nil),
            ] + reasons.map { .reportEnded(first, id, at: time, $0) } + [
                .reportEnded(first, id, at: nil, .remoteEnded)
            ]
        )
    }

    @Test("Without a phone a report completes with Apple's error, and the provider stays usable")
    func noPhone() async throws {
        let session = AppSession(address: .socket(path: "/nonexistent"), complain: { _ in })
        let provider = session.bind { CXProvider(configuration: CXProviderConfiguration()) }
        let error = await report(provider, UUID())
        #expect((error as? CXErrorCodeIncomingCallError)?.code == .unknown)
        #expect(provider.pendingTransactions == [])
    }
}
