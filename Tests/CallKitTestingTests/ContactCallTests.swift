// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("Calling somebody from Contacts") struct ContactCallTests {
    private let hotline = "com.example.hotline"

    private static func numbers(_ count: Int) -> [CXHandle] {
        (1...count).map { CXHandle(type: .phoneNumber, value: "+4930000000\($0)") }
    }

    /// The phone's only app, which takes numbers, and these people in Contacts.
    private func app(_ people: [String: [CXHandle]]) async throws -> SimulatedApp {
        let phone = SimulatedPhone.current
        let app = phone.launch(hotline) { VoIPService() }
        phone.user.contacts(people)
        try await phone.settle()
        return app
    }

    @Test("The one number that the app takes is called, whatever else the card has", .phone())
    func oneNumber() async throws {
        let phone = SimulatedPhone.current
        let ann = Self.numbers(1) + [CXHandle(type: .emailAddress, value: "ann@example.com")]
        let app = try await app(["Ann": ann])
        let asked = Asked()
        app.onStartCall = { asked.calls.append("\($0.handle.value) \($0.isVideo)") }
        #expect(phone.user.call(contact: "Ann", with: app, isVideo: true).isDone)
        try await phone.settle()
        #expect(await asked.calls == ["+49300000001 true"])
        #expect(app.state == .foreground)
    }

    @Test("Of ten numbers the person says which; the words list them", .phone())
    func tenNumbers() async throws {
        let phone = SimulatedPhone.current
        let numbers = Self.numbers(10)
        let app = try await app(["Ann": numbers])
        let words = Self.words(phone.user.call(contact: "Ann", with: app))
        #expect(words.hasPrefix("Ann has 10 numbers and addresses: phoneNumber +49300000001, "))
        #expect(words.contains("+493000000010; say which: user.call(contact: \"Ann\", at: "))
        let asked = Asked()
        app.onStartCall = { asked.calls.append($0.handle.value) }
        #expect(phone.user.call(contact: "Ann", at: numbers[6], with: app).isDone)
        try await phone.settle()
        #expect(await asked.calls == ["+49300000007"])
    }

    @Test("Very many numbers are counted, not listed to the end", .phone())
    func manyNumbers() async throws {
        let phone = SimulatedPhone.current
        let app = try await app(["Ann": Self.numbers(500)])
        let words = Self.words(phone.user.call(contact: "Ann", with: app))
        #expect(words.contains("Ann has 500 numbers") && words.contains(" and 488 more; say which"))
        #expect(words.utf8.count < 600)
    }

    @Test("A number that is not on the card, and a name that is on none, are told", .phone())
    func unknown() async throws {
        let phone = SimulatedPhone.current
        let app = try await app(["Ann": Self.numbers(2), "Bob": Self.numbers(1)])
        let other = CXHandle(type: .phoneNumber, value: "1")
        #expect(
            Self.words(phone.user.call(contact: "Bob", at: other, with: app))
                == "Bob has no phoneNumber 1, but phoneNumber +49300000001")
        #expect(
            Self.words(phone.user.call(contact: "Eve", with: app))
                == "Contacts has no \"Eve\", but \"Ann\", \"Bob\"")
        phone.user.contacts([:])
        #expect(
            Self.words(phone.user.call(contact: "Eve", with: app)).hasPrefix("Contacts is empty; "))
    }

    @Test("A kind that the app does not list is not offered, and the words say why", .phone())
    func unsupported() async throws {
        let phone = SimulatedPhone.current
        let app = try await app(
            ["Ann": [CXHandle(type: .emailAddress, value: "ann@example.com")], "Bob": []])
        let words = Self.words(phone.user.call(contact: "Ann", with: app))
        #expect(
            words
                == "com.example.hotline lists phoneNumber in supportedHandleTypes, and Ann has "
                + "emailAddress ann@example.com (B112)")
        #expect(
            Self.words(phone.user.call(contact: "Bob", with: app))
                == "Bob has no number or address to call")
        let other = phone.install("com.example.other") { VoIPService() }
        #expect(
            Self.words(phone.user.call(contact: "Ann", with: other))
                .contains("lists no kind in the supportedHandleTypes of a provider yet"))
        #expect(phone.frontApp == nil)
    }

    private static func words(_ outcome: UserOutcome) -> String {
        if case .refused(let words) = outcome { return words }
        return "done"
    }

    @MainActor private final class Asked {
        var calls: [String] = []
        nonisolated init() {}
    }
}
