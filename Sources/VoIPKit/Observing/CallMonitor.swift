// SPDX-License-Identifier: Apache-2.0
import Dispatch
import Foundation

/// Sees all calls of the device: cellular, FaceTime, those of other apps and the app's own (B106).
///
/// For apps that must react to any call: a live stream that pauses, a recorder that marks the
/// place. It sees how calls stand, never with whom. Make it at launch and keep it.
///
/// What the system repeats is told once; a call that it does not have any more is told as ended
/// even where its end was never heard of.
@MainActor public final class CallMonitor {
    private let source: any CallSource
    private var core = CallMonitorCore()
    private let observers = CallObservers<ObservedCall>()
    private var hasBegun = false
    private var isComparing = false
    /// The calls that the system has told of while it is compared.
    private var news: Set<UUID> = []

    /// Begins to watch.
    public convenience init() { self.init(source: SystemCallSource()) }

    init(source: any CallSource) {
        self.source = source
        source.onChange = { [weak self] in self?.take($0) }
    }

    /// The calls that have not ended, oldest first.
    ///
    /// The first use of the monitor may wait a moment for the system's answer (B105).
    public var calls: [ObservedCall] {
        begin()
        return core.calls
    }

    /// Whether there is any call at all, one that only rings or is dialled too.
    public var isAnyCallOn: Bool { !calls.isEmpty }

    /// Watches the calls.
    ///
    /// - Parameter body: Told of each living call before this returns, then of each change, on the
    ///   main actor; an ended call comes once, last.
    /// - Returns: What keeps it going.
    public func observe(
        _ body: @escaping @MainActor (ObservedCall) -> Void
    ) -> CallObservation {
        observers.add(first: calls, body)
    }

    /// The changes, each stream beginning with the living calls.
    public var changes: AsyncStream<ObservedCall> { observers.stream(first: calls) }

    /// Has something pause while there is any call, and go on when there is none.
    ///
    /// - Parameters:
    ///   - pause: Called once when the first call begins, before this returns if there is one.
    ///   - resume: Called once when the last call has ended; not when the observation is cancelled.
    /// - Returns: What keeps it going.
    public func whileOnCall(
        pause: @escaping @MainActor () -> Void, resume: @escaping @MainActor () -> Void
    ) -> CallObservation {
        var isPaused = false
        return observe { [weak self] _ in
            guard let self, isAnyCallOn != isPaused else { return }
            isPaused.toggle()
            isPaused ? pause() : resume()
        }
    }

    /// Compares with the calls that the system has: to be called when the app comes back after it
    /// has slept, during which the system may have told nothing.
    ///
    /// What has changed is told soon, not before this returns.
    public func refresh() {
        begin()
        compareLater()
    }

    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        for call in source.calls { _ = core.see(call) }
    }

    private func take(_ call: ObservedCall) {
        news.insert(call.id)
        if let change = core.see(call) { observers.tell(change) }
        if hasBegun { compareLater() }
    }

    /// What the system has now may be newer than the events that are on their way, so it is not
    /// judged before those have come: they wait on the main queue already.
    private func compareLater() {
        guard !isComparing else { return }
        isComparing = true
        news = []
        let snapshot = source.calls
        DispatchQueue.main.async { [weak self] in
            guard let self else { return }
            isComparing = false
            for change in core.compare(with: snapshot, except: news) { observers.tell(change) }
        }
    }
}
