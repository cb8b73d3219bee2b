// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import ArticleMessageManager

/// The client with a registry in a local variable and a message manager, in the test's process.
@Suite("MessageManager", .phone(failing: .violationsAndAdvice)) struct MessageManagerTests {
    private let phone = SimulatedPhone.current
    private let ann = CXHandle(type: .phoneNumber, value: "+491111111")

    private func launch(_ uploads: Uploads = Uploads()) -> SimulatedApp {
        phone.launch("com.example.messagemanager") {
            let delegate = AppDelegate()
            delegate.uploadToken = { uploads.tokens.append($0) }
            return delegate
        }
    }

    /// What the app told its server, launch after launch.
    @MainActor private final class Uploads {
        var tokens: [String] = []
        nonisolated init() {}
    }

    private func conversations(_ app: SimulatedApp) async throws -> [Conversation] {
        try await app.run(with: AppDelegate.self) { Array($0.messageManager.conversations.values) }
    }

    private func hasSound(_ app: SimulatedApp) async throws -> Bool {
        try await app.run(with: AppDelegate.self) { $0.messageManager.isAudioRunning }
    }

    // MARK: Pushes

    @Test("The bytes of the token go to the server in hexadecimal, at each launch")
    func token() async throws {
        let uploads = Uploads()
        let app = launch(uploads)
        try await phone.settle()
        app.kill()
        try await phone.settle()
        phone.relaunch(app)
        try await phone.settle()
        let tokens = await uploads.tokens
        #expect(tokens.count == 2 && tokens.first == tokens.last)
        #expect(tokens.first?.isEmpty == false)
        #expect(tokens.first?.allSatisfy { "0123456789abcdef".contains($0) } == true)
    }

    @Test(
        "A message rings with the sender's name, kind of call and generic handle, and is answered")
    func warm() async throws {
        let app = launch()
        try await phone.settle()
        phone.push(to: app, ["handle": "ann", "name": "Ann", "video": true])
        try await phone.settle()
        let ringing = try #require(phone.screen.ringing)
        #expect(ringing.callerName == "Ann" && ringing.isVideo)
        #expect(ringing.handle == CXHandle(type: .generic, value: "ann"))
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(try await hasSound(app))
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty)
        #expect(try await conversations(app).isEmpty)
        #expect(try await !hasSound(app))
        #expect(phone.recents.map(\.callerName) == ["Ann"])
    }

    @Test("A message starts the app, and the registry is found though nobody keeps it")
    func cold() async throws {
        let app = launch()
        try await phone.settle()
        app.kill()
        try await phone.settle()
        phone.push(to: app, ["handle": "ann"])
        try await phone.settle()
        #expect(app.launchCount == 2)
        #expect(phone.screen.ringing?.callerName == "ann")
        phone.user.decline()
        try await phone.settle()
        #expect(phone.recents.map(\.outcome) == [.declined])
    }

    @Test("A message that says nothing at all rings too, for somebody unknown")
    func empty() async throws {
        let app = launch()
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Unknown")
        phone.user.decline()
    }

    @Test(
        "On a locked phone a call is answered behind the lock, and in front of it after unlocking")
    func locked() async throws {
        let app = launch()
        try await phone.settle()
        phone.user.lock()
        phone.push(to: app, ["handle": "ann", "name": "Ann"])
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(app.state == .background)
        #expect(try await hasSound(app))
        phone.user.unlock()
        phone.user.openCallApp()
        try await phone.settle()
        #expect(app.state == .foreground)
        phone.user.end()
    }

    @Test(
        "A later message ends the call, for the reason that it gives",
        arguments: [
            ("hungUp", RecentCallEntry.Outcome.remoteEnded), ("unanswered", .unanswered),
            ("elsewhere", .answeredElsewhere), ("declined", .declinedElsewhere),
            ("failed", .failed),
        ])
    func over(word: String, outcome: RecentCallEntry.Outcome) async throws {
        let app = launch()
        try await phone.settle()
        let call = UUID().uuidString
        phone.push(to: app, ["call": call, "handle": "ann"])
        try await phone.settle()
        #expect(phone.screen.ringing != nil)
        phone.push(to: app, ["call": call, "handle": "ann", "over": word])
        try await phone.settle()
        #expect(phone.calls.isEmpty && app.isRunning)
        #expect(phone.recents.map(\.outcome) == [outcome])
        #expect(try await conversations(app).isEmpty)
    }

    @Test("A call that the system refuses is forgotten, and the push is done with")
    func refused() async throws {
        let app = launch()
        try await phone.settle()
        phone.user.doNotDisturb(.on)
        let push = phone.push(to: app, ["handle": "ann"])
        try await phone.settle()
        #expect(phone.result(of: push) == .refused(3))
        #expect(try await conversations(app).isEmpty)
    }

    // MARK: During calls

    @Test("Hold, mute, digits and a conference of two reach the conversations")
    func during() async throws {
        let app = launch()
        try await phone.settle()
        for name in ["Ann", "Bob"] {
            phone.push(to: app, ["handle": name])
            try await phone.settle()
            phone.user.answer()
            try await phone.settle()
        }
        #expect(phone.screen.held.map(\.callerName) == ["Ann"])
        phone.user.swap()
        try await phone.settle()
        phone.user.mute()
        phone.user.keypad("42")
        try await phone.settle()
        let ann = try await conversations(app).first { $0.partner == "Ann" }
        #expect(ann?.isOnHold == false && ann?.isMuted == true && ann?.digits == "42")
        #expect(try await conversations(app).contains { $0.partner == "Bob" && $0.isOnHold })
        phone.user.merge()
        try await phone.settle()
        #expect(Set(phone.calls.map(\.group)).count == 1)
        #expect(try await conversations(app).contains { $0.joinedTo != nil })
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty)
    }

    @Test("When the system's call service restarts, the app forgets its calls and goes on")
    func reset() async throws {
        let app = launch()
        try await phone.settle()
        phone.push(to: app, ["handle": "ann"])
        try await phone.settle()
        phone.user.answer()
        try await phone.settle()
        phone.restartCallService()
        try await phone.settle()
        #expect(try await conversations(app).isEmpty)
        #expect(try await !hasSound(app))
        phone.push(to: app, ["handle": "bob"])
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "bob")
        phone.user.decline()
    }

    // MARK: From Contacts and Recents

    @Test(
        "Contacts call somebody with the app, running or not, once each", arguments: [false, true])
    func contacts(isCold: Bool) async throws {
        let app = launch()
        phone.user.contacts(["Ann Example": [ann]])
        try await phone.settle()
        if isCold {
            app.kill()
            try await phone.settle()
        }
        phone.user.call(contact: "Ann Example", with: app, isVideo: true)
        try await phone.settle()
        #expect(app.launchCount == (isCold ? 2 : 1) && app.state == .foreground)
        #expect(phone.calls.map(\.handle) == [ann])
        #expect(phone.calls.map(\.isVideo) == [true] && phone.calls.map(\.isConnected) == [true])
        phone.user.end()
        try await phone.settle()
        #expect(phone.recents.map(\.isOutgoing) == [true])
    }

    @Test("A row of Recents calls back, with the app running or not", arguments: [false, true])
    func recents(isCold: Bool) async throws {
        let app = launch()
        try await phone.settle()
        phone.push(to: app, ["handle": "ann", "name": "Ann"])
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        if isCold {
            app.kill()
            try await phone.settle()
        }
        phone.user.redial(try #require(phone.recents.first))
        try await phone.settle()
        #expect(phone.calls.map(\.handle) == [CXHandle(type: .generic, value: "ann")])
        #expect(phone.calls.map(\.isOutgoing) == [true])
        #expect(try await conversations(app).map(\.isConnected) == [true])
        phone.user.end()
    }

    @Test("A system before iOS 13 has an activity for each kind of call", arguments: [false, true])
    func older(isVideo: Bool) async throws {
        let old = SimulatedPhone(.iOS(12))
        defer { old.close() }
        let app = old.launch("com.example.messagemanager") { AppDelegate() }
        try await old.settle()
        old.user.call(ann, with: app, isVideo: isVideo)
        try await old.settle()
        #expect(old.calls.map(\.isVideo) == [isVideo])
        old.user.end()
        try await old.settle()
    }
}
