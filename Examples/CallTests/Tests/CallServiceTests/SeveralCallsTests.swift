// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallService
import Foundation
import Testing

@Suite("Several calls", .phone(failing: .violationsAndAdvice)) struct SeveralCallsTests {
    @Test("Busy: without call waiting a second call does not stay")
    func busy() async throws {
        let hotline = Hotline(allowsCallWaiting: false)
        let first = try await hotline.talk("First")
        let second = try await hotline.ring("Second")
        #expect(hotline.phone.screen.ringing == nil)
        #expect(hotline.phone.calls.map(\.id) == [first])
        #expect(await hotline.messages.contains(.busy(second)))
        hotline.phone.user.end()
    }

    @Test("End & Accept ends the first call and connects the second")
    func endAndAccept() async throws {
        let hotline = Hotline()
        let first = try await hotline.talk("First")
        let second = try await hotline.ring("Second", from: "+492222222")
        #expect(hotline.phone.screen.choices.contains(.endAndAccept))
        hotline.phone.user.endAndAnswer()
        try await hotline.phone.settle()
        #expect(hotline.phone.calls.map(\.id) == [second])
        #expect(await hotline.messages == [.accept(first), .hangUp(first), .accept(second)])
        hotline.phone.user.end()
    }

    @Test("Hold & Accept holds the first call; Swap goes back and forth")
    func holdAndAccept() async throws {
        let (hotline, first, second) = try await Self.two()
        let phone = hotline.phone
        #expect(phone.screen.current?.id == second)
        #expect(phone.screen.held.map(\.id) == [first])
        phone.user.swap()
        try await phone.settle()
        #expect(phone.screen.current?.id == first)
        #expect(phone.screen.held.map(\.id) == [second])
        #expect(try await hotline.calls.map(\.state) == [.active, .held])
        try await Self.endAll(hotline)
    }

    @Test("End Held & Accept ends the held call and holds the one that was heard")
    func endHeldAndAccept() async throws {
        let (hotline, first, second) = try await Self.two()
        let phone = hotline.phone
        let third = try await hotline.ring("Third", from: "+493")
        #expect(phone.screen.choices.contains(.endHeldAndAccept))
        phone.user.endHeldAndAnswer()
        try await phone.settle()
        #expect(!phone.calls.contains { $0.id == first })
        #expect(phone.screen.held.map(\.id) == [second])
        #expect(phone.screen.current?.id == third)
        try await Self.endAll(hotline)
    }

    @Test("Merge makes a conference, and one call can leave it")
    func mergeAndSplit() async throws {
        let (hotline, first, second) = try await Self.two()
        let phone = hotline.phone
        #expect(phone.user.merge().isDone)
        try await phone.settle()
        #expect(Set(phone.calls.map(\.group)).count == 1)
        #expect(phone.calls.map(\.isOnHold) == [false, false])
        #expect(try await hotline.calls.contains { $0.joinedTo != nil })
        #expect(phone.user.split(second).isDone)
        try await phone.settle()
        #expect(Set(phone.calls.map(\.group)).count == 2)
        #expect(await hotline.messages.contains(.join(second, with: nil)))
        _ = first
        try await Self.endAll(hotline)
    }

    @Test("A second call that gives up leaves the first alone")
    func secondGivesUp() async throws {
        let hotline = Hotline()
        let first = try await hotline.talk("First")
        let second = try await hotline.ring("Second")
        try await hotline.hears(.hungUp(second))
        #expect(hotline.phone.calls.map(\.id) == [first])
        #expect(hotline.phone.calls.map(\.isOnHold) == [false])
        hotline.phone.user.end()
    }

    private static func two() async throws -> (Hotline, UUID, UUID) {
        let hotline = Hotline()
        let first = try await hotline.talk("First")
        let second = try await hotline.ring("Second", from: "+492")
        #expect(hotline.phone.user.holdAndAnswer().isDone)
        try await hotline.phone.settle()
        return (hotline, first, second)
    }

    private static func endAll(_ hotline: Hotline) async throws {
        for call in hotline.phone.calls { try await hotline.hears(.hungUp(call.id)) }
        #expect(hotline.phone.calls.isEmpty)
    }
}
