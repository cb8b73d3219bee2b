// SPDX-License-Identifier: Apache-2.0
import CallKit
import Caller
import Foundation
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
}
