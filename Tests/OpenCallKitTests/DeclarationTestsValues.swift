// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import Foundation
import PhoneLink
import Testing

/// What each declaration of CallKit's other values is, for the ledger.
@Suite struct DeclarationTestsValues {
    // MARK: Values

    @Test("A handle is a text of one of three kinds, with Apple's numbers")
    func handle() throws {
        let handle = CXHandle(type: .emailAddress, value: "a@example.com")
        #expect(handle.type == .emailAddress && handle.value == "a@example.com")
        #expect(handle == CXHandle(type: .emailAddress, value: "a@example.com"))
        #expect(handle != CXHandle(type: .generic, value: "a@example.com"))
        let kinds: [CXHandle.HandleType] = [.generic, .phoneNumber, .emailAddress]
        #expect(kinds.map(\.rawValue) == [1, 2, 3])
        #expect(CXHandle.HandleType(rawValue: 0) == nil)
        #expect(try #require(handle.copy() as? CXHandle) == handle)
        #expect(CXHandle.supportsSecureCoding)
    }

    @Test("Calls end for one of five reasons, with Apple's numbers")
    func endedReasons() {
        let reasons: [CXCallEndedReason] = [
            .failed, .remoteEnded, .unanswered, .answeredElsewhere, .declinedElsewhere,
        ]
        #expect(reasons.map(\.rawValue) == [1, 2, 3, 4, 5])
        #expect(CXCallEndedReason(rawValue: 0) == nil && CXCallEndedReason(rawValue: 6) == nil)
    }

    @Test("B99: an update begins empty, keeps what is set, and is copied")
    func update() throws {
        let update = CXCallUpdate()
        #expect(update.remoteHandle == nil && update.localizedCallerName == nil)
        #expect(!update.supportsHolding && !update.supportsGrouping && !update.supportsUngrouping)
        #expect(!update.supportsDTMF && !update.hasVideo)
        update.remoteHandle = CXHandle(type: .generic, value: "a")
        update.localizedCallerName = "Tester"
        update.supportsHolding = true
        update.supportsGrouping = true
        update.supportsUngrouping = true
        update.supportsDTMF = true
        update.hasVideo = true
        let copy = try #require(update.copy() as? CXCallUpdate)
        update.remoteHandle = nil
        update.localizedCallerName = nil
        update.hasVideo = false
        #expect(copy.remoteHandle == CXHandle(type: .generic, value: "a"))
        #expect(copy.localizedCallerName == "Tester")
        #expect(copy.supportsHolding && copy.supportsGrouping && copy.supportsUngrouping)
        #expect(copy.supportsDTMF && copy.hasVideo)
    }

    @Test("A configuration begins with Apple's defaults, keeps what is set, and is copied")
    func configuration() throws {
        struct Named: Old {
            @available(*, deprecated) func make() -> (CXProviderConfiguration, String?) {
                let named = CXProviderConfiguration(localizedName: "Hotline")
                return (named, named.localizedName)
            }
        }
        let (named, name) = (Named() as any Old<(CXProviderConfiguration, String?)>).make()
        #expect(name == "Hotline")
        let configuration = CXProviderConfiguration()
        for each in [configuration, named] {
            #expect(each.ringtoneSound == nil && each.iconTemplateImageData == nil)
            #expect(each.maximumCallGroups == 2 && each.maximumCallsPerCallGroup == 5)
            #expect(each.includesCallsInRecents && !each.supportsVideo)
            #expect(each.supportedHandleTypes == [] && !each.supportsAudioTranslation)
        }
        configuration.ringtoneSound = "ring.caf"
        configuration.iconTemplateImageData = Data([1])
        configuration.maximumCallGroups = 1
        configuration.maximumCallsPerCallGroup = 1
        configuration.includesCallsInRecents = false
        configuration.supportsVideo = true
        configuration.supportedHandleTypes = [.phoneNumber, .generic]
        configuration.supportsAudioTranslation = true
        let copy = try #require(configuration.copy() as? CXProviderConfiguration)
        configuration.maximumCallGroups = 2
        #expect(copy.ringtoneSound == "ring.caf" && copy.iconTemplateImageData == Data([1]))
        #expect(copy.maximumCallGroups == 1 && copy.maximumCallsPerCallGroup == 1)
        #expect(!copy.includesCallsInRecents && copy.supportsVideo)
        #expect(copy.supportedHandleTypes == [.generic, .phoneNumber])
        #expect(copy.supportsAudioTranslation)
    }

    // MARK: Requests

    @Test("B15: a report completes with nothing once the phone has taken the call")
    func reports() async throws {
        let bench = try Bench()
        let provider = bench.make { CXProvider(configuration: CXProviderConfiguration()) }
        let call = UUID()
        let error: (any Error)? = await withCheckedContinuation { continuation in
            provider.reportNewIncomingCall(with: call, update: CXCallUpdate()) { error in
                continuation.resume(returning: error)
            }
        }
        #expect(error == nil)
        let reported = bench.phone.requests.compactMap {
            if case .reportIncomingCall(let report) = $0 { report.call.description } else { nil }
        }
        #expect(reported == [call.uuidString])
    }

    @Test("B136: a payload is passed on, and each form tells what became of it")
    func pushPayload() async throws {
        let bench = try Bench { request in
            guard case .reportPushPayload(let id, let bytes) = request else {
                return FakePhone.admitting(request)
            }
            let isWanted = String(decoding: bytes.array, as: UTF8.self).contains("wanted")
            return [.answered(id, isWanted ? nil : .notificationService(.invalidClientProcess))]
        }
        let error: (any Error)? = await withCheckedContinuation { continuation in
            bench.make {
                CXProvider.reportNewIncomingVoIPPushPayload(["wanted": 1]) { error in
                    continuation.resume(returning: error)
                }
            }
        }
        #expect(error == nil)
        let thrown = await #expect(throws: CXErrorCodeNotificationServiceExtensionError.self) {
            try await bench.session.bind {
                try await CXProvider.reportNewIncomingVoIPPushPayload(["other": Date()])
            }
        }
        #expect(thrown?.code == .invalidClientProcess)
    }

    @Test("B46: a request completes with nothing once the phone has taken the transaction")
    func requests() async throws {
        let bench = try Bench()
        let (provider, _) = await make(bench)
        let controller = bench.make { CXCallController() }
        let transaction = CXTransaction(action: CXEndCallAction(call: UUID()))
        let error: (any Error)? = await withCheckedContinuation { continuation in
            controller.request(transaction) { continuation.resume(returning: $0) }
        }
        #expect(error == nil)
        withExtendedLifetime(provider) {}
    }

    // MARK: Observing

    @Test("B104: an observer shows calls, and tells its delegate of each change")
    func observer() async throws {
        final class Watcher: NSObject, CXCallObserverDelegate {
            let history = History()
            func callObserver(_ callObserver: CXCallObserver, callChanged call: CXCall) {
                history.note("\(call.uuid) \(call.hasConnected) \(call.hasEnded)")
            }
        }
        let known = ObservedCall(id: CallID(high: 0, low: 7), isOutgoing: true)
        let bench = try Bench { request in
            request == .observeCalls ? [.calls([known])] : FakePhone.admitting(request)
        }
        let observer = bench.make { CXCallObserver() }
        let watcher = Watcher()
        observer.setDelegate(watcher, queue: nil)
        let call: CXCall = try #require(observer.calls.first)
        #expect(call.uuid == UUID(uuidString: "00000000-0000-0000-0000-000000000007"))
        #expect(call.isOutgoing && !call.isOnHold && !call.hasConnected && !call.hasEnded)
        #expect(observer.calls == [call], "equal by value")
        var changed = known
        changed.hasConnected = true
        bench.phone.say(.callChanged(changed))
        await bench.settle()
        #expect(watcher.history.all == ["\(call.uuid) true false"])
    }
}

/// Uses what is deprecated without a warning: the compiler is silent where the user is, too.
private protocol Old<Value> {
    associatedtype Value
    func make() -> Value
}
