// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

/// The clients as programs of their own, over a socket: what is shared is shared within a process.
@Suite("The clients as programs", .phone(failing: .violationsAndAdvice))
struct ProgramTests: Sendable {
    private let phone = SimulatedPhone.current
    private let number = "+491111111"

    /// A client, with the push that rings it.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let push: @Sendable () -> [String: Any]

        var bundle: String { "com.example.\(name.lowercased())" }
        var program: AppExecutable { .built("Article\(name)") }
        var testDescription: String { name }

        static let all = [
            Client(name: "MessageManager") { ["handle": "+491111111", "name": "Ann"] },
            Client(name: "CallManager") { ["handle": "+491111111"] },
            Client(name: "SharedServices") {
                ["aps": ["alert": ["incoming_caller_id": "+491111111"]]]
            },
        ]
    }

    private func expectRinging() throws {
        #expect(try #require(phone.screen.ringing).handle?.value == number)
    }

    @Test("A push rings the running program, which is answered and ended", arguments: Client.all)
    func warm(client: Client) async throws {
        let app = try phone.launch(client.bundle, executable: client.program)
        try await phone.settle()
        phone.push(to: app, client.push())
        try await phone.settle()
        try expectRinging()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        phone.user.mute()
        try await phone.settle()
        #expect(phone.calls.map(\.isMuted) == [true])
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty && app.isRunning)
        #expect(phone.recents.map(\.handle?.value) == [number])
    }

    @Test("A push starts the program, also on a locked phone", arguments: Client.all)
    func cold(client: Client) async throws {
        let app = phone.install(client.bundle, executable: client.program)
        phone.user.lock()
        phone.push(to: app, client.push())
        try await phone.settle(until: { phone.screen.ringing != nil })
        try expectRinging()
        #expect(app.launchCount == 1)
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true] && app.state == .background)
        phone.user.unlock()
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("Contacts and Recents call, with the program running and not", arguments: Client.all)
    func dials(client: Client) async throws {
        let app = try phone.launch(client.bundle, executable: client.program)
        phone.user.contacts(["Ann Example": [CXHandle(type: .phoneNumber, value: number)]])
        try await phone.settle()
        for round in 1...4 {
            // The third and fourth start it.
            if round > 2 {
                app.kill()
                try await phone.settle()
            }
            if round % 2 == 1 {
                phone.user.call(contact: "Ann Example", with: app)
            } else {
                phone.user.redial(try #require(phone.recents.first))
            }
            try await phone.settle(until: { phone.calls.first?.isConnected == true })
            #expect(phone.calls.map(\.handle?.value) == [number])
            #expect(app.launchCount == max(1, round - 1) && app.state == .foreground)
            phone.user.end()
            try await phone.settle()
        }
        #expect(phone.recents.map(\.isOutgoing) == [true, true, true, true])
    }

    @Test("The token goes to the server that a launch argument names, and is the phone's own")
    func upload() async throws {
        let server = try TokenServer()
        let app = try phone.launch(
            "com.example.messagemanager", executable: .built("ArticleMessageManager"),
            arguments: ["-MessageServer", "http://127.0.0.1:\(server.port)"])
        try await phone.settle(until: { !server.received.isEmpty })
        struct Registration: Decodable {
            let user: String
            let bundle: String
            let environment: String
            let token: String
        }
        let body = Data(try #require(server.received.first).utf8)
        let registration = try JSONDecoder().decode(Registration.self, from: body)
        phone.push(toToken: registration.token, ["handle": "+491111111"])
        try await phone.settle()
        try expectRinging()
        #expect(app.isRunning && registration.user == "me")
        phone.user.decline()
    }
}
