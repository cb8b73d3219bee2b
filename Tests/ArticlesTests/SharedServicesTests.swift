// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import ArticleSharedServices

/// The client with shared services behind a toolkit's app delegate, in the test's process.
///
/// What is shared serves one launch in a process, so this is one journey; ``ProgramTests`` has the
/// launches that follow.
@Suite("SharedServices") struct SharedServicesTests {
    @Test(
        "One journey: token, push as curl sends it, mute, end, Contacts, Recents, the host's wish")
    func journey() async throws {
        let phone = SimulatedPhone()
        phone.failOn = .violationsAndAdvice
        defer { phone.close() }
        let host = Host()
        let app = phone.launch("com.example.sharedservices") {
            let delegate = AppDelegate()
            delegate.channel.host = { host.said.append("\($0) \($1.values.sorted())") }
            return delegate
        }
        try await phone.settle()
        let token = try await app.run { PushService.shared.token }
        #expect(await host.take() == ["token [\"\(token ?? "")\"]"])

        try await incoming(phone, app, host)
        try await refused(phone, app, host)
        try await outgoing(phone, app, host)
    }

    /// The toolkit's side.
    @MainActor private final class Host {
        var said: [String] = []
        nonisolated init() {}

        func take() -> [String] {
            defer { said = [] }
            return said
        }
    }

    private let alert = ["incoming_caller_id": "0123456789", "incoming_caller_name": "Tester"]

    private func incoming(
        _ phone: SimulatedPhone, _ app: SimulatedApp, _ host: Host
    ) async throws {
        phone.push(to: app, ["aps": ["alert": alert]])
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        #expect(phone.screen.ringing?.handle?.value == "0123456789")
        phone.user.answer()
        try await phone.settle()
        phone.user.mute()
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        let said = await host.take()
        #expect(
            said == [
                #"incoming ["0123456789", "Tester"]"#, "answered []", "soundOn []",
                #"muted ["true"]"#, "ended []", "soundOff []",
            ])
    }

    /// One call at a time: the system refuses the second, which is all that its push has to lead
    /// to.
    private func refused(
        _ phone: SimulatedPhone, _ app: SimulatedApp, _ host: Host
    ) async throws {
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Unknown")
        phone.user.answer()
        try await phone.settle()
        let push = phone.push(to: app, ["aps": ["alert": alert]])
        try await phone.settle()
        if case .refused = phone.result(of: push) {
        } else {
            Issue.record("the second push led to \(phone.result(of: push))")
        }
        try await app.run(with: AppDelegate.self) { $0.channel.call("remoteEnded") }
        try await phone.settle()
        #expect(phone.calls.isEmpty && phone.recents.first?.outcome == .remoteEnded)
        _ = await host.take()
    }

    private func outgoing(
        _ phone: SimulatedPhone, _ app: SimulatedApp, _ host: Host
    ) async throws {
        let ann = CXHandle(type: .phoneNumber, value: "+491111111")
        phone.user.contacts(["Ann Example": [ann]])
        phone.user.call(contact: "Ann Example", with: app)
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true] && app.state == .foreground)
        try await app.run(with: AppDelegate.self) { $0.channel.call("endCall") }
        try await phone.settle()
        phone.user.redial(try #require(phone.recents.first))
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        try await app.run(with: AppDelegate.self) {
            $0.channel.call("startCall", ["number": "+492222222"])
        }
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        #expect(
            phone.recents.prefix(3).map(\.handle?.value) == ["+492222222", ann.value, ann.value])
        let outgoing = await host.take().filter { $0.hasPrefix("outgoing") }
        #expect(outgoing.map { $0.contains(ann.value) } == [true, true, false])
    }
}
