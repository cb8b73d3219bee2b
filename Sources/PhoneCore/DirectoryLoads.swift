// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The load that runs, and those that wait for their turn.
struct DirectoryLoads: Sendable, Equatable {
    /// Who is to hear how a load ends.
    struct Asker: Sendable, Equatable {
        var session: SessionID
        var request: RequestID
    }

    struct Waiting: Sendable, Equatable {
        var extensionID: ExtensionID
        /// Nil where its person asked, or once the app that did has ended.
        var asker: Asker?
        /// It was switched on, which loads it (B139).
        var isSwitchOn = false
    }

    struct Running: Sendable, Equatable {
        let id: DirectoryLoadID
        var load: Waiting
        let app: BundleID
        let isIncremental: Bool
        let began: MonotonicTime
        var entries = 0
        /// Why it was cancelled: its outcome is on its way.
        var failure: DirectoryFailure?
    }

    private(set) var waiting: [Waiting] = []
    private(set) var running: Running?
    /// A fault: the code that every load ends with.
    var injectedCode: Int?
    private var lastID = 0

    /// Whether another load of that extension is refused (B150).
    func isBusy(_ id: ExtensionID) -> Bool {
        running?.load.extensionID == id || waiting.contains { $0.extensionID == id }
    }

    func activity(of id: ExtensionID) -> DirectorySummary.Activity? {
        if let running, running.load.extensionID == id, running.failure == nil {
            return .loading(entries: running.entries)
        }
        return waiting.contains { $0.extensionID == id } ? .waiting : nil
    }

    mutating func append(_ load: Waiting) { waiting.append(load) }

    /// The next one, where none runs.
    mutating func takeNext() -> Waiting? {
        running == nil && !waiting.isEmpty ? waiting.removeFirst() : nil
    }

    mutating func makeID() -> DirectoryLoadID {
        lastID += 1
        return DirectoryLoadID(lastID)
    }

    mutating func start(_ load: Running) { running = load }

    /// Takes out the load of that number, if it runs.
    mutating func end(_ id: DirectoryLoadID) -> Running? {
        guard let load = running, load.id == id else { return nil }
        running = nil
        return load
    }

    mutating func takeWaiting(of id: ExtensionID) -> Waiting? {
        waiting.firstIndex { $0.extensionID == id }.map { waiting.remove(at: $0) }
    }

    /// More of it has come; the number does not go back.
    mutating func progress(_ id: DirectoryLoadID, _ entries: Int) {
        guard let load = running, load.id == id else { return }
        running?.entries = max(load.entries, entries)
    }

    /// Gives the running load up; false where it was given up before.
    mutating func giveUp(_ failure: DirectoryFailure) -> Bool {
        guard running != nil, running?.failure == nil else { return false }
        running?.failure = failure
        return true
    }

    /// A process has ended: it hears of nothing any more, and its loads go on.
    mutating func forget(_ session: SessionID) {
        for index in waiting.indices where waiting[index].asker?.session == session {
            waiting[index].asker = nil
        }
        if running?.load.asker?.session == session { running?.load.asker = nil }
    }
}
