// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneLink
import PushKit
import Testing

@Suite("Payloads and extensions: B136, B137") struct PushExtensions {
    private func code(_ error: (any Error)?) -> CXErrorCodeNotificationServiceExtensionError.Code? {
        (error as? CXErrorCodeNotificationServiceExtensionError)?.code
    }

    /// What `body` throws.
    private func error(_ body: () async throws -> Void) async -> (any Error)? {
        do { try await body() } catch { return error }
        return nil
    }

    @Test("B136: an extension's payload starts the app, whole, and a call must be reported")
    func b136() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let received = Locked<[String]>([])
            let app = phone.install {
                let app = RecordingApp(pushes: true)
                app.onPush = { app, payload in
                    let content = payload.dictionaryPayload
                    let date = content["date"] as? Date
                    let data = content["data"] as? Data
                    received.withLock {
                        $0.append("\(date?.timeIntervalSince1970 ?? 0) \(data?.count ?? 0)")
                    }
                    app.report(UUID())
                }
                return app
            }
            try await app.runNotificationService {
                let payload: [AnyHashable: Any] = [
                    "date": Date(timeIntervalSince1970: 12.5), "data": Data([1, 2, 3]),
                ]
                try await CXProvider.reportNewIncomingVoIPPushPayload(payload)
            }
            try await phone.settle()
            #expect(received.withLock { $0 } == ["12.5 3"])
            #expect(app.launchCount == 1)
            #expect(phone.calls.count == 1)
            #expect(phone.broken.isEmpty)
        }
    }

    @Test("B136: an app that does not report what its extension passed on is ended")
    func b136Unreported() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let app = phone.launch { RecordingApp(pushes: true) }
            try await phone.settle()
            try app.object(RecordingApp.self).onPush = { _, _ in }
            try await app.runNotificationService {
                CXProvider.reportNewIncomingVoIPPushPayload([:])
            }
            try await phone.settle()
            #expect(app.terminations == [.pushHandledWithoutReport])
        }
    }

    @Test("B136: the wrong process gets code 1, a missing entitlement code 2")
    func b136Codes() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let app = phone.launch { RecordingApp(pushes: true) }
            try await phone.settle()
            let wrong = await error {
                try await app.runNotificationService(canFilter: false) {
                    try await CXProvider.reportNewIncomingVoIPPushPayload([:])
                }
            }
            #expect(code(wrong) == .missingNotificationFilteringEntitlement)
            let inApp = Locked<(any Error)?>(nil)
            try await phone.within {
                CXProvider.reportNewIncomingVoIPPushPayload([:]) { error in
                    inApp.withLock { $0 = error }
                }
            }
            try await phone.settle()
            #expect(code(inApp.withLock { $0 }) == .invalidClientProcess)
            #expect(phone.pushRecords.isEmpty)
        }
    }

    @Test("B136: an extension has no provider: a call that it reports is refused")
    func b136NoCalls() async throws {
        for link in Link.allCases {
            let phone = SimulatedPhone(link: link)
            let app = phone.install { RecordingApp(pushes: true) }
            let refused = Locked<(any Error)?>(nil)
            try await app.runNotificationService {
                let provider = CXProvider(configuration: CXProviderConfiguration())
                provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate()) { error in
                    refused.withLock { $0 = error }
                }
                provider.invalidate()
            }
            let error = refused.withLock { $0 } as? CXErrorCodeIncomingCallError
            #expect(error?.code == .unentitled)
            #expect(phone.calls.isEmpty)
        }
    }

    @Test("B137: a payload is free JSON, with or without aps", arguments: Link.allCases)
    func b137(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let received = Locked<[String]>([])
        let app = phone.launch {
            let app = RecordingApp(pushes: true)
            app.onPush = { app, payload in
                let content = payload.dictionaryPayload
                let keys = content.keys.compactMap { $0 as? String }.sorted()
                received.withLock { $0.append(keys.joined(separator: " ")) }
                app.report(UUID())
            }
            return app
        }
        try await phone.settle()
        phone.push(#"{"aps":{},"call":{"from":["+49"],"video":false},"n":1.5}"#, number: 1)
        phone.push(#"{"x":null}"#, number: 2)
        phone.push("{}", number: 3)
        // No object: the app is told of the push all the same.
        phone.push("[1]", number: 4)
        try await phone.settle()
        #expect(received.withLock { $0 } == ["aps call n", "x", "", ""])
        #expect(app.terminations.isEmpty)
    }
}
