// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

@Suite("Those who watch the manager's calls", .phone(.iOS(18), failing: .violations))
struct ManagerObservingTests {
    private let call = UUID()
    private let other = UUID()

    /// Notes what it is told.
    @MainActor private final class Watcher {
        var words: [String] = []
        var onChange: ((CallChange) -> Void)?
        var observation: CallObservation?

        nonisolated init() {}

        func watch(_ manager: CallManager) {
            observation = manager.observe { [weak self] change in
                self?.words.append(change.word)
                self?.onChange?(change)
            }
        }
    }

    @Test("who comes late is told of the living calls first, before observe returns")
    func late() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.ring(other)
        let watcher = Watcher()
        try await device.run { app in
            watcher.watch(app.manager)
            #expect(watcher.words == ["added active", "added ringing"])
        }
        device.phone.user.decline()
        try await device.phone.settle()
        #expect(await watcher.words.last == "ended local")
        try await device.endAll()
        #expect(await watcher.words.count == 4)
        try await device.checkEnd()
    }

    @Test("who has cancelled, or was let go of, is told nothing more") func cancelled() async throws
    {
        let device = try await CallDevice()
        let watcher = Watcher()
        let forgetful = Watcher()
        try await device.run { app in
            watcher.watch(app.manager)
            forgetful.watch(app.manager)
            watcher.observation?.cancel()
            forgetful.observation = nil
        }
        try await device.connect(call)
        #expect(await watcher.words.isEmpty)
        #expect(await forgetful.words.isEmpty)
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("what one of them brings about is told to all in the same order")
    func nested() async throws {
        let device = try await CallDevice()
        let first = Watcher()
        let second = Watcher()
        try await device.run { app in
            first.watch(app.manager)
            second.watch(app.manager)
            first.onChange = { change in
                guard case .added(let call) = change else { return }
                app.manager.report(.ended(.failed, nil), of: call.id)
            }
        }
        try await device.ring(call)
        #expect(await first.words == ["added ringing", "ended failed"])
        #expect(await second.words == ["added ringing", "ended failed"])
        try await device.checkEnd()
    }

    @Test("one that ends a call while it is told of those that there are hears all in order")
    func nestedInTheBeginning() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        try await device.connect(other, to: "bob")
        let watcher = Watcher()
        try await device.run { app in
            watcher.onChange = { change in
                guard case .added = change else { return }
                app.manager.report(.ended(.remote, nil), of: other)
            }
            watcher.watch(app.manager)
            #expect(watcher.words == ["added held", "added active", "ended remote"])
        }
        try await device.endAll()
        try await device.checkEnd()
    }

    @Test("each stream begins with the living calls, and has all changes from then on")
    func streams() async throws {
        let device = try await CallDevice()
        try await device.connect(call)
        let reader = try await device.run { app in
            let stream = app.manager.changes
            return Task { @MainActor in
                var words: [String] = []
                for await change in stream {
                    words.append(change.word)
                    if case .ended = change { break }
                }
                return words
            }
        }
        try await device.ask { try await $0.setMuted(true, of: call) }
        try await device.endAll()
        #expect(await reader.value == ["added active", "updated active", "ended local"])
        try await device.checkEnd()
    }

    @Test("the list of calls is what was told, while it is told") func consistent() async throws {
        let device = try await CallDevice()
        let watcher = Watcher()
        try await device.run { app in
            watcher.onChange = { change in
                let known = app.manager.call(change.call.id)
                #expect(known == (change.call.isEnded ? nil : change.call))
            }
            watcher.watch(app.manager)
        }
        try await device.connect(call)
        device.phone.user.hold()
        try await device.phone.settle()
        try await device.ring(other)
        device.phone.user.decline()
        try await device.phone.settle()
        try await device.endAll()
        #expect(await watcher.words.count > 5)
        try await device.checkEnd()
    }
}

extension CallChange {
    fileprivate var word: String {
        switch self {
        case .added(let call): "added \(call.state)"
        case .updated(let call): "updated \(call.state)"
        case .ended(let call):
            if case .ended(let reason) = call.state { "ended \(reason)" } else { "ended ?" }
        }
    }
}
