// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The loads of one extension: one at a time, and after it at most one more for all who asked
/// meanwhile.
@MainActor final class CallDirectoryLane {
    typealias Completion = @MainActor @Sendable (CallDirectoryError?) -> Void

    /// How long is waited while another load goes on (B150), before each new attempt: loads of two
    /// million entries take some nine seconds (B142).
    static let pauses: [TimeInterval] = [1, 2, 4, 8, 15, 30, 60]
    /// How often progress is asked for, in seconds.
    static let progressInterval: TimeInterval = 0.25

    private let identifier: String
    private let clock: any CallClock
    private let progress: (any CallDirectoryProgressSource)?
    private let load: @MainActor (@escaping Completion) -> Void
    private let tell: @MainActor (CallDirectoryReload) -> Void

    /// How it stands with the load that goes on; nil while none does.
    private(set) var running: CallDirectoryReload?
    private var served: [(ticket: UUID, completion: Completion)] = []
    private var waiting: [(ticket: UUID, completion: Completion)] = []
    private var attemptCount = 0
    private var timer: (any CallTimer)?

    init(
        _ identifier: String, clock: any CallClock, progress: (any CallDirectoryProgressSource)?,
        load: @escaping @MainActor (@escaping Completion) -> Void,
        tell: @escaping @MainActor (CallDirectoryReload) -> Void
    ) {
        self.identifier = identifier
        self.clock = clock
        self.progress = progress
        self.load = load
        self.tell = tell
    }

    /// Asks for a load that begins from now on.
    func join(_ ticket: UUID, _ completion: @escaping Completion) {
        waiting.append((ticket, completion))
        if running == nil { begin() }
    }

    /// Waits no more.
    ///
    /// A load that nobody waits for goes on, one that has not begun does not begin.
    func leave(_ ticket: UUID) {
        let all = served + waiting
        served.removeAll { $0.ticket == ticket }
        waiting.removeAll { $0.ticket == ticket }
        all.first { $0.ticket == ticket }?.completion(.cancelled)
    }

    private func begin() {
        (served, waiting) = (waiting, [])
        attemptCount = 0
        attempt()
    }

    private func attempt() {
        attemptCount += 1
        progress?.clear()
        change(to: .loading(nil))
        let number = attemptCount
        load { [weak self] error in self?.ended(error, attempt: number) }
        followProgress()
    }

    private func ended(_ error: CallDirectoryError?, attempt: Int) {
        guard running != nil, attempt == attemptCount else { return }
        timer?.cancel()
        timer = nil
        if error == .currentlyLoading, attempt <= Self.pauses.count {
            change(to: .waiting)
            timer = clock.schedule(after: Self.pauses[attempt - 1]) { [weak self] in
                self?.attempt()
            }
        } else {
            finish(error)
        }
    }

    private func finish(_ error: CallDirectoryError?) {
        let done = served
        served = []
        if error == nil, progress != nil, running?.state != .loading(1) {
            change(to: .loading(1))
        }
        running = nil
        tell(
            CallDirectoryReload(
                identifier: identifier, state: error.map { .failed($0) } ?? .loaded))
        for one in done { one.completion(error) }
        if running == nil, !waiting.isEmpty { begin() }
    }

    private func followProgress() {
        guard let progress, running != nil else { return }
        timer = clock.schedule(after: Self.progressInterval) { [weak self] in
            guard let self, case .loading(let before) = self.running?.state else { return }
            // A bar does not go back.
            if let fraction = progress.fraction(), fraction > before ?? -1 {
                self.change(to: .loading(fraction))
            }
            self.followProgress()
        }
    }

    private func change(to state: CallDirectoryReload.State) {
        let reload = CallDirectoryReload(identifier: identifier, state: state)
        running = reload
        tell(reload)
    }
}
