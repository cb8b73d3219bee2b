// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite(
    "Too many of everything", .phone(.iOS(18), failing: .violations))
struct CrowdTests {
    @Test("fifty calls each way at once: each is answered for, and nothing is left")
    func fiftyAtOnce() async throws {
        let device = try await CallDevice()
        let ids = (0..<50).map { _ in UUID() }
        try await device.run { app in
            for id in ids {
                let handle = CallHandle(.generic, "ann")
                app.ask { try await $0.start(handle) }
                app.ask { try await $0.reportIncoming(IncomingCall(id: id, handle: handle)) }
            }
        }
        try await device.phone.advance(by: .seconds(15))
        try await device.expectWaiting(0)
        let outcomes = try await device.read { $0.outcomes }
        #expect(outcomes.count == 100)
        #expect(outcomes.contains(.tooManyCalls))
        try await device.endAll()
        try await device.phone.advance(by: .seconds(15))
        try await device.checkEnd()
    }

    @Test("one identifier for all: two starts, an incoming call, and a start while it rings")
    func sameIdentifier() async throws {
        let device = try await CallDevice()
        let call = UUID()
        let handle = CallHandle(.generic, "ann")
        try await device.run { app in
            for _ in 0..<2 {
                app.ask { try await $0.start(handle, id: call) }
                app.ask { try await $0.reportIncoming(IncomingCall(id: call, handle: handle)) }
            }
        }
        try await device.phone.advance(by: .seconds(15))
        try await device.expectWaiting(0)
        #expect(device.phone.calls.count <= 1)
        try await device.endAll()
        try await device.phone.advance(by: .seconds(15))
        try await device.checkEnd()
        let next = UUID()
        try await device.ring(next)
        try await device.ask { try await $0.start(handle, id: next) }
        let last = try await device.read { $0.outcomes.last }
        #expect(last == .callExists)
        try await device.expectState(.ringing, of: next)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("a thousand observers that come, start, end and go within a change")
    func observers() async throws {
        let device = try await CallDevice()
        try await device.run { app in
            let watchers = Watchers()
            watchers.fill(app, count: 1_000)
            Watchers.kept[ObjectIdentifier(app)] = watchers
        }
        for _ in 0..<3 {
            let call = UUID()
            try await device.connect(call)
            try await device.report(.ended(.remote, nil), of: call)
        }
        try await device.phone.advance(by: .seconds(15))
        try await device.endAll()
        try await device.phone.advance(by: .seconds(15))
        try await device.checkEnd()
        let isTrue = try await device.run { app in
            Watchers.kept.removeValue(forKey: ObjectIdentifier(app))?.areRight ?? false
        }
        #expect(isTrue)
    }

    @MainActor private final class Watchers {
        static var kept: [ObjectIdentifier: Watchers] = [:]

        private var observations: [CallObservation?] = []
        private var heard: [[CallChange]] = []
        private var startCount = 0
        private var streams: [AsyncStream<CallChange>] = []

        func fill(_ app: TestApp, count: Int) {
            for number in 0..<count {
                heard.append([])
                let observation = app.manager.observe { [weak self, weak app] change in
                    guard let self, let app else { return }
                    heard[number].append(change)
                    act(number, change, app)
                }
                observations.append(observation)
                if number % 100 == 0 { streams.append(app.manager.changes) }
            }
        }

        private func act(_ number: Int, _ change: CallChange, _ app: TestApp) {
            switch (number % 10, change) {
            // Lets go of itself, and of its neighbour.
            case (1, _):
                observations[number] = nil
                observations[number + 1] = nil
            case (3, .added(let call)) where number < 10:
                app.ask { try await $0.setMuted(true, of: call.id) }
            case (4, .ended) where startCount < 5:
                startCount += 1
                app.ask { try await $0.start(CallHandle(.generic, "bob")) }
            case (5, .updated(let call)) where call.isMuted && number < 20:
                app.ask { try await $0.end(call.id) }
            case (6, .updated(let call)) where call.name == nil:
                let name = "Ann"
                app.manager.report(.updated(handle: nil, name: name, hasVideo: nil), of: call.id)
            default: break
            }
        }

        /// All who stayed heard the same in the same order, and those who went nothing more.
        var areRight: Bool {
            let stayed = heard.indices.filter { observations[$0] != nil }
            let gone = heard.indices.filter { $0 % 10 == 1 }
            let unheard = heard.indices.filter { $0 % 10 == 2 }
            return Set(stayed.map { heard[$0] }).count == 1
                && gone.allSatisfy { heard[$0].count == 1 }
                && unheard.allSatisfy { heard[$0].isEmpty }
        }
    }

    @Test("after hundreds of calls no table has grown") func hundredsOfCalls() async throws {
        let device = try await CallDevice()
        for number in 0..<300 {
            let call = UUID()
            switch number % 4 {
            case 0: try await device.connect(call)
            case 1: try await device.ringAndAnswer(call)
            case 2: try await device.ring(call)
            default:
                try await device.report(.ended(.remote, nil), of: call)
                try await device.ring(call)
            }
            try await device.report(.ended(.remote, nil), of: call)
        }
        try await device.checkEnd()
        let core = try await device.read { $0.manager.core }
        #expect(core.entries.isEmpty && core.requests.isEmpty && core.transactions.isEmpty)
        #expect(core.lastTasks.isEmpty && core.armed.isEmpty && core.abandonedStarts.isEmpty)
        let system = try await device.read { ($0.manager.system as? CallKitSystem)?.hasNothingOpen }
        #expect(system == true)
    }

    @Test("a thousand pushes in a burst, of every tenth one again, are all reported")
    func burst() async throws {
        let device = try await CallDevice()
        let ids = (0..<100).map { _ in UUID().uuidString }
        let pushes = (0..<1_000).map { number in
            device.phone.push(
                to: device.app, ["uuid": ids[number / 10], "handle": "+4930123456"])
        }
        try await device.phone.advance(by: .seconds(10))
        for push in pushes {
            switch device.phone.result(of: push) {
            case .rang, .refused: break
            case let result: Issue.record("\(result)")
            }
        }
        #expect(device.app.terminations.isEmpty)
        try await device.endAll()
        try await device.phone.advance(by: .seconds(70))
        try await device.endAll()
        try await device.phone.advance(by: .seconds(10))
        try await device.checkEnd()
    }
}
