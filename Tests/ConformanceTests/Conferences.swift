// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import Testing

@Suite("Conferences: B86–B88") struct Conferences {
    @Test(
        "B86: the system un-holds calls before it merges; a group that an app asks for leaves them",
        arguments: Link.allCases)
    func b86(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        app.request(
            CXSetGroupCallAction(call: app.uuid("a"), callUUIDToGroupWith: app.uuid("b")))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Group a with b"])
        #expect(Set(phone.calls.map(\.group)).count == 1)
        #expect(phone.states == [.held, .connected])

        let second = SimulatedPhone(link: link)
        let other = try await second.run { WitnessApp() }
        try await second.connectTwo(of: other)
        second.user.merge()
        try await second.settle()
        #expect(other.takePerformed() == ["Resume a", "Group a with b"])
        #expect(Set(second.calls.map(\.group)).count == 1)
        #expect(second.states == [.connected, .connected])
    }

    @Test(
        "B87: to group with nil leaves the group; a member leaves its group before joining another",
        arguments: Link.allCases)
    func b87(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.maximumCallGroups = 3 } }
        try await phone.connectTwo(of: app)
        phone.user.merge()
        try await phone.settle()
        app.report("c")
        try await phone.settle()
        phone.user.holdAndAnswer()
        try await phone.settle()
        _ = app.take()
        func group(_ letter: String) -> Int? {
            phone.calls.first { $0.id == app.uuid(letter) }?.group
        }
        #expect(group("a") == group("b") && group("c") != group("a"))

        app.request(
            CXSetGroupCallAction(call: app.uuid("a"), callUUIDToGroupWith: app.uuid("c")))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Group a with c"])
        #expect(group("a") == group("c") && group("b") != group("c"))

        app.request(CXSetGroupCallAction(call: app.uuid("a"), callUUIDToGroupWith: nil))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Ungroup a"])
        #expect(Set(["a", "b", "c"].map(group)).count == 3)
        #expect(phone.states == [.held, .held, .connected])
        // Alone in its group, it has none to leave.
        app.request(CXSetGroupCallAction(call: app.uuid("a"), callUUIDToGroupWith: nil))
        try await phone.settle()
        #expect(app.take() == ["requested 6"])
    }

    @Test(
        "B88: system and app group by the same method, and one member alone may be held",
        arguments: Link.allCases)
    func b88(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connectTwo(of: app)
        phone.user.merge()
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.hold(app.uuid("a")).isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Hold a", "a 0110"])
        #expect(phone.states == [.held, .connected])
        phone.user.unhold(app.uuid("a"))
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Resume a", "a 0010"])
        #expect(phone.states == [.connected, .connected])
        // Split by the system, then joined again by the app: one method for both.
        phone.user.split(app.uuid("a"))
        try await phone.settle()
        #expect(app.takePerformed() == ["Ungroup a", "Hold b"])
        app.request(
            CXSetGroupCallAction(call: app.uuid("b"), callUUIDToGroupWith: app.uuid("a")))
        try await phone.settle()
        #expect(app.takePerformed() == ["Group b with a"])
    }
}
