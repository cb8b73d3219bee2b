// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Caller
import Foundation
import HTTP2
import Networking
import Testing

@Suite(.serialized) struct CallerTests {
    init() {
        // No phone listens here; without this, a phone of whoever runs the tests would answer.
        setenv("OPENCALLKIT_APP_SOCKET", "/nonexistent/app.sock", 1)
    }

    @Test("Without a phone a report completes with Apple's error")
    func report() async {
        let caller = Caller()
        await #expect(throws: CXErrorCodeIncomingCallError.self) {
            try await caller.provider.reportNewIncomingCall(with: UUID(), update: CXCallUpdate())
        }
    }

    @Test("Without a phone a request completes with Apple's error")
    func request() async {
        let caller = Caller()
        do {
            try await caller.controller.requestTransaction(with: CXEndCallAction(call: UUID()))
            Issue.record("a transaction was accepted without a phone")
        } catch {
            #expect((error as? CXErrorCodeRequestTransactionError)?.code == .unknownCallProvider)
        }
    }

    @Test("Nothing of the app side needs a C library of ours")
    func noLibraries() throws {
        let maps = try String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        for library in ["libnghttp2", "libevent", "libssl", "libcrypto", "libsqlite3"] {
            #expect(!maps.contains(library), "\(library) is loaded")
        }
    }

    @Test("A phone for tests rings, beside modules of everyday names", .phone(.iOS(18)))
    func rings() async throws {
        let phone = SimulatedPhone.current
        let app = phone.launch("com.example.caller") { Caller() }
        try await phone.settle()
        let update = CXCallUpdate()
        update.localizedCallerName = "Tester"
        let call = UUID()
        try await app.run(with: Caller.self) {
            $0.provider.reportNewIncomingCall(with: call, update: update) { _ in }
        }
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        #expect([networkingName, hTTP2Name] == ["Networking", "HTTP2"])
    }
}
