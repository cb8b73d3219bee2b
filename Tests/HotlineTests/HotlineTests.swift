// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import HotlineSignalling
import Testing
import UIKit
import VoIPKit

@testable import Hotline
@testable import HotlineEcho

/// The whole app on a phone, with its far end over a real socket.
@Suite(.phone(failing: .violationsAndAdvice), .timeLimit(.minutes(10)))
struct HotlineTests {
    private let phone = SimulatedPhone.current
    private let server: EchoServer
    private let ann = CXHandle(type: .phoneNumber, value: "+491111111")

    init() async throws { server = try #require(await EchoServer(port: 0, ringSeconds: 0.05)) }

    /// Keeps nothing beyond the test.
    @MainActor private final class MemoryStore: LiveCallStore {
        var ids: [UUID] = []
    }

    /// The phone's own time, which deadlines are told by.
    @MainActor private final class Clock: CallClock {
        private weak let phone: SimulatedPhone?

        init(_ phone: SimulatedPhone) { self.phone = phone }

        var now: Date { phone?.now ?? Date(timeIntervalSince1970: 0) }

        func schedule(
            after seconds: TimeInterval, _ body: @escaping @MainActor () -> Void
        ) -> any CallTimer {
            Timer(work: phone?.schedule(after: .seconds(max(0, seconds))) { body() })
        }

        private final class Timer: CallTimer {
            private let work: ScheduledWork?

            init(work: ScheduledWork?) { self.work = work }

            func cancel() { work?.cancel() }
        }
    }

    /// What the app has said.
    ///
    /// Sendable because `lock` guards every access.
    private final class Words: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []

        func append(_ line: String) { lock.withLock { lines.append(line) } }

        func count(of line: String) -> Int { lock.withLock { lines.count { $0 == line } } }

        func has(_ line: String) -> Bool { count(of: line) > 0 }
    }
    private let said = Words()

    private func launch(hasFarEnd: Bool = true) async throws -> SimulatedApp {
        let address = hasFarEnd ? try EchoAddress("127.0.0.1:\(await server.port)") : nil
        let app = phone.launch("com.example.hotline") { [phone, said] in
            AppDelegate(echo: address, store: MemoryStore(), clock: Clock(phone)) {
                said.append($0)
            }
        }
        try await phone.settle()
        return app
    }

    /// What goes over sockets is seen by its result alone.
    private func wait(
        until condition: @escaping @Sendable (SimulatedPhone, Words) -> Bool
    ) async throws {
        try await phone.settle(until: { [phone, said] in condition(phone, said) })
    }

    private func command(_ app: SimulatedApp, _ line: String) async throws {
        let manager = try await app.run(with: AppDelegate.self) { $0.manager }
        try await Self.perform(line, with: manager)
        try await phone.settle()
    }

    @MainActor private static func perform(_ line: String, with manager: CallManager) async throws {
        try await CallCommands(manager: manager).perform(try ConsoleCommand(line: line))
    }

    @Test(
        "A push rings, and is answered: with the far end's sound, or in silence",
        arguments: [true, false])
    func incoming(hasFarEnd: Bool) async throws {
        let app = try await launch(hasFarEnd: hasFarEnd)
        phone.push(to: app, ["handle": ann.value, "name": "Tester"])
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        phone.user.answer()
        try await wait { phone, said in
            phone.calls.first?.isConnected == true && said.has("audio starts")
        }
        if hasFarEnd {
            try await wait { _, said in
                said.has("the far end is heard")
            }
        }
        phone.user.end()
        try await wait { phone, said in
            phone.calls.isEmpty && said.has("audio stops")
        }
        #expect(said.has("ringing: Tester"))
        #expect(said.has("ended (local): Tester"))
        #expect(await server.callCount == 0)
    }

    @Test("The form of push that tutorials show rings too")
    func alert() async throws {
        let app = try await launch(hasFarEnd: false)
        let alert = ["incoming_caller_id": "0123456789", "incoming_caller_name": "Tester"]
        phone.push(to: app, ["aps": ["alert": alert]])
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Tester")
        phone.user.decline()
        try await wait { _, said in
            said.has("ended (local): Tester")
        }
    }

    @Test("Who called is called back from Recents, held, resumed, muted, sent digits, and left")
    func calledBack() async throws {
        let app = try await launch()
        phone.push(to: app, ["handle": ann.value])
        try await phone.settle()
        phone.user.decline()
        try await wait { phone, _ in
            phone.calls.isEmpty
        }
        phone.user.redial(try #require(phone.recents.first))
        try await wait { phone, said in
            phone.calls.first?.isConnected == true && said.has("the far end is heard")
        }
        #expect(phone.calls.first?.isOutgoing == true)
        phone.user.hold()
        try await wait { _, said in
            said.has("on hold: +491111111") && said.has("audio stops")
        }
        phone.user.unhold()
        try await wait { _, said in
            said.count(of: "the far end is heard") == 2
        }
        phone.user.mute()
        try await wait { _, said in
            said.has("connected, muted: +491111111")
        }
        phone.user.keypad("1#")
        try await wait { _, said in
            said.has("the far end says 1") && said.has("the far end says #")
        }
        phone.user.end()
        try await wait { phone, _ in
            phone.calls.isEmpty
        }
        #expect(await server.callCount == 0)
        #expect(said.has("ended (local): +491111111"))
        #expect(phone.recents.count == 2)
    }

    @Test("When the far end hangs up, the call is over here")
    func hungUp() async throws {
        let app = try await launch()
        try await command(app, "dial +491111111")
        try await wait { phone, _ in
            phone.calls.first?.isConnected == true
        }
        await server.hangUpAll()
        try await wait { phone, said in
            phone.calls.isEmpty && said.has("ended (remote): +491111111")
        }
    }

    @Test("Who is busy, and nobody at all, fail with words that say why")
    func failing() async throws {
        let app = try await launch()
        let busy = await #expect(throws: CallError.self) { try await command(app, "dial busy") }
        #expect(busy?.localizedDescription.contains("the far end refused: it is busy") == true)
        #expect(said.has("ended (failed): busy"))
        app.kill()
        try await phone.settle()
        let alone = try await launch(hasFarEnd: false)
        let nobody = await #expect(throws: CallError.self) {
            try await command(alone, "dial +491111111")
        }
        #expect(nobody?.localizedDescription.contains("start HotlineEcho") == true)
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("Two calls are swapped, and each command finds its call")
    func commands() async throws {
        let app = try await launch()
        let none = await #expect(throws: ConsoleError.self) { try await command(app, "hold") }
        #expect(none?.words == "no call can be held")
        try await command(app, "dial +491111111")
        try await wait { phone, _ in
            phone.calls.first?.isConnected == true
        }
        try await command(app, "mute")
        #expect(phone.calls.first?.isMuted == true)
        try await command(app, "mute")
        try await command(app, "keys 5")
        try await wait { _, said in
            said.has("the far end says 5")
        }
        phone.push(to: app, ["handle": "Tester"])
        try await phone.settle()
        try await command(app, "hold")
        try await command(app, "answer")
        try await wait { phone, _ in
            phone.calls.count { $0.isConnected } == 2
        }
        #expect(phone.calls.map(\.isOnHold) == [true, false])
        try await command(app, "swap")
        #expect(phone.calls.map(\.isOnHold) == [false, true])
        try await command(app, "end")
        // The phone goes on with the call that is left, over the far end's socket.
        try await wait { phone, _ in phone.calls.map(\.isOnHold) == [false] }
        try await command(app, "hold")
        #expect(phone.calls.map(\.isOnHold) == [true])
        try await command(app, "quit")
        try await wait { phone, _ in phone.calls.isEmpty
        }
        #expect(await server.callCount == 0)
    }
}
