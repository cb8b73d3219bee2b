// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The loads of one extension, one at a time") @MainActor
struct CallDirectoryLaneTests {
    /// A system that loads when the test says so.
    final class System: CallDirectoryProgressSource, @unchecked Sendable {
        // Sendable because the main actor alone uses it: the tests and the lane are on it.
        var loads: [CallDirectoryLane.Completion] = []
        var told: [CallDirectoryReload.State] = []
        var share: Double?
        var clearCount = 0

        func clear() { clearCount += 1 }

        func fraction() -> Double? { share }
    }

    let clock = ManualClock()
    let system = System()

    private func lane(hasProgress: Bool = false) -> CallDirectoryLane {
        CallDirectoryLane(
            "a", clock: clock, progress: hasProgress ? system : nil,
            load: { [system] in system.loads.append($0) },
            tell: { [system] in system.told.append($0.state) })
    }

    @Test("a load begins at once, and its end is told to whoever asked")
    func one() {
        let lane = lane()
        var ends: [CallDirectoryError?] = []
        lane.join(UUID()) { ends.append($0) }
        #expect(system.loads.count == 1)
        #expect(lane.running?.state == .loading(nil))
        system.loads[0](nil)
        #expect(ends == [nil])
        #expect(system.told == [.loading(nil), .loaded])
        #expect(lane.running == nil)
    }

    @Test("all who ask meanwhile share one more load, which begins after the first")
    func shared() {
        let lane = lane()
        var ends: [String] = []
        lane.join(UUID()) { _ in ends.append("first") }
        lane.join(UUID()) { _ in ends.append("second") }
        lane.join(UUID()) { _ in ends.append("third") }
        #expect(system.loads.count == 1)
        system.loads[0](nil)
        #expect(ends == ["first"])
        #expect(system.loads.count == 2)
        system.loads[1](.unknown)
        #expect(ends == ["first", "second", "third"])
        #expect(system.loads.count == 2)
    }

    @Test("whoever asks from within the end gets a load of their own")
    func within() {
        let lane = lane()
        var ends = 0
        lane.join(UUID()) { _ in lane.join(UUID()) { _ in ends += 1 } }
        system.loads[0](nil)
        #expect(system.loads.count == 2)
        system.loads[1](nil)
        #expect(ends == 1)
        #expect(system.told == [.loading(nil), .loaded, .loading(nil), .loaded])
    }

    @Test("while another load goes on it is tried again, ever later, and not for ever (B150)")
    func currentlyLoading() {
        let lane = lane()
        var ends: [CallDirectoryError?] = []
        lane.join(UUID()) { ends.append($0) }
        for pause in CallDirectoryLane.pauses {
            system.loads.removeLast()(.currentlyLoading)
            #expect(lane.running?.state == .waiting)
            clock.advance(by: pause - 0.1)
            #expect(system.loads.isEmpty)
            clock.advance(by: 0.1)
            #expect(system.loads.count == 1)
        }
        #expect(ends.isEmpty)
        system.loads.removeLast()(.currentlyLoading)
        #expect(ends == [.currentlyLoading])
        #expect(system.told.last == .failed(.currentlyLoading))
        clock.advance(by: 600)
        #expect(system.loads.isEmpty && clock.openCount == 0)
    }

    @Test("an answer that comes twice, or to an attempt that is over, counts once")
    func late() {
        let lane = lane()
        var ends = 0
        lane.join(UUID()) { _ in ends += 1 }
        system.loads[0](.currentlyLoading)
        clock.advance(by: 1)
        system.loads[0](nil)
        #expect(ends == 0)
        system.loads[1](nil)
        system.loads[1](.unknown)
        #expect(ends == 1)
        #expect(system.told == [.loading(nil), .waiting, .loading(nil), .loaded])
    }

    @Test("who does not wait any more is told so; the load goes on")
    func leaving() {
        let lane = lane()
        let (first, second) = (UUID(), UUID())
        var ends: [CallDirectoryError?] = []
        lane.join(first) { ends.append($0) }
        lane.join(second) { ends.append($0) }
        lane.leave(second)
        lane.leave(second)
        lane.leave(first)
        #expect(ends == [.cancelled, .cancelled])
        system.loads[0](nil)
        #expect(system.loads.count == 1)
        #expect(system.told == [.loading(nil), .loaded])
    }

    @Test("progress is asked for while the load goes on, never goes back, and ends at the end")
    func progress() {
        let lane = lane(hasProgress: true)
        lane.join(UUID()) { _ in }
        #expect(system.clearCount == 1)
        clock.advance(by: 1)
        for share in [0.2, 0.2, 0.1, 0.7] {
            system.share = share
            clock.advance(by: CallDirectoryLane.progressInterval)
        }
        system.loads[0](nil)
        #expect(
            system.told
                == [.loading(nil), .loading(0.2), .loading(0.7), .loading(1), .loaded])
        clock.advance(by: 60)
        #expect(clock.openCount == 0)
    }
}
