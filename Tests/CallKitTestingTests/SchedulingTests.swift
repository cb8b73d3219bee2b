// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

/// What a test's timers have done, on the main queue.
@MainActor private final class Notes {
    private(set) var lines: [String] = []

    nonisolated init() {}

    func add(_ line: String) { lines.append(line) }
}

/// A timer that sets the next one.
@MainActor private final class Ticker {
    private let phone: SimulatedPhone
    private let notes: Notes

    init(_ phone: SimulatedPhone, _ notes: Notes) {
        self.phone = phone
        self.notes = notes
    }

    func tick(_ left: Int) {
        notes.add("\(left)")
        guard left > 0 else { return }
        phone.schedule(after: .seconds(10)) { self.tick(left - 1) }
    }
}

@Suite("Timers of the app's own") struct SchedulingTests {
    private let hotline = "com.example.hotline"

    @Test("Work runs when its time has come, in the order of its times", .phone())
    func order() async throws {
        let phone = SimulatedPhone.current
        let notes = Notes()
        let start = phone.now
        phone.schedule(after: .seconds(2)) {
            notes.add("two \(phone.now.timeIntervalSince(start))")
        }
        phone.schedule(after: .seconds(1)) {
            notes.add("one \(phone.now.timeIntervalSince(start))")
        }
        try await phone.advance(by: .milliseconds(999))
        #expect(await notes.lines.isEmpty)
        try await phone.advance(by: .seconds(5))
        #expect(await notes.lines == ["one 1.0", "two 2.0"])
    }

    @Test("Work that is due at once runs after its scheduling, without time passing", .phone())
    func atOnce() async throws {
        let phone = SimulatedPhone.current
        let notes = Notes()
        try await phone.launch(hotline) {
            phone.schedule(after: .zero) { notes.add("zero") }
            phone.schedule(after: .seconds(-1)) { notes.add("less") }
            notes.add("scheduled")
        }.run {}
        try await phone.settle()
        #expect(await notes.lines == ["scheduled", "zero", "less"])
    }

    @Test("Cancelled work does not run, and stops no clock", .phone())
    func cancelled() async throws {
        let phone = SimulatedPhone.current
        let notes = Notes()
        let work = phone.schedule(after: .seconds(1)) { notes.add("never") }
        let late = phone.schedule(after: .zero) { notes.add("late") }
        try await phone.settle()
        work.cancel()
        work.cancel()
        late.cancel()
        try await phone.advance(by: .seconds(2))
        #expect(await notes.lines == ["late"])
    }

    @Test("What an app schedules runs within it: a provider that is made then is its own", .phone())
    func binding() async throws {
        let phone = SimulatedPhone.current
        let other = SimulatedPhone(.iOS(18), name: "Other")
        defer { other.close() }
        let elsewhere = other.launch(hotline) { VoIPService() }
        phone.launch(hotline) {
            phone.schedule(after: .seconds(3)) { VoIPService().report(name: "Timer") }
        }
        try await phone.advance(by: .seconds(3))
        #expect(phone.screen.ringing?.callerName == "Timer")
        #expect(other.calls.isEmpty && elsewhere.isRunning)
    }

    @Test("A timer that sets the next one is followed through one advance", .phone())
    func chain() async throws {
        let phone = SimulatedPhone.current
        let notes = Notes()
        phone.launch(hotline) { Ticker(phone, notes).tick(3) }
        try await phone.advance(by: .seconds(29))
        #expect(await notes.lines == ["3", "2", "1"])
        try await phone.advance(by: .seconds(1))
        #expect(await notes.lines.last == "0")
    }

    @Test("A process that has ended runs no timer, and its next life runs its own", .phone())
    func killed() async throws {
        let phone = SimulatedPhone.current
        let notes = Notes()
        let app = phone.launch(hotline) {
            phone.schedule(after: .seconds(1)) { notes.add("timer") }
        }
        app.kill()
        try await phone.advance(by: .seconds(2))
        #expect(await notes.lines.isEmpty)
        phone.relaunch(app)
        try await phone.advance(by: .seconds(2))
        #expect(await notes.lines == ["timer"])
    }

    @Test("A closed phone runs nothing, and is let go of") func closed() async throws {
        let notes = Notes()
        weak let gone: SimulatedPhone?
        do {
            let phone = SimulatedPhone(.iOS(18))
            gone = phone
            phone.schedule(after: .seconds(1)) { notes.add("\(phone.name)") }
            try await phone.settle()
            phone.close()
        }
        // A test that makes an object beside this one looks at all phones, and so holds each.
        let end = ContinuousClock.now + .seconds(10)
        while gone != nil, ContinuousClock.now < end { await Task.yield() }
        #expect(gone == nil)
        #expect(await notes.lines.isEmpty)
    }
}
