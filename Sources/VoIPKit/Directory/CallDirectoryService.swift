// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// Caller identification and blocking: has the system load the app's call directory extensions, and
/// tells how far it is and what went wrong.
///
/// Make one at launch and keep it. One load of an extension goes on at a time. Who asks while one
/// goes on waits for the next, since what the extension reads may have changed meanwhile; all who
/// ask meanwhile share that one. It works in all regions: the rule against CallKit in mainland
/// China is about calls (B116).
@MainActor public final class CallDirectoryService {
    /// Whether the person has switched an extension on (B155).
    public enum Status: String, Hashable, Sendable {
        /// The system does not say.
        case unknown
        /// It is off, as it is after the app was installed (B149): ``openSettings()`` leads there.
        case disabled
        /// It is on, and is loaded when it is asked for.
        case enabled
    }

    /// The extensions, in the order in which they are loaded.
    public let identifiers: [String]
    /// Whether ``openSettings()`` leads anywhere on this system.
    public var canOpenSettings: Bool { systemVersion >= .withDirectorySettings }

    private let manager: CXCallDirectoryManager
    private let progress: @MainActor (String) -> (any CallDirectoryProgressSource)?
    private let systemVersion: SystemVersion
    private let clock: any CallClock
    private let observers = CallObservers<CallDirectoryReload>()
    private var lanes: [String: CallDirectoryLane] = [:]

    /// Makes one.
    ///
    /// - Parameters:
    ///   - identifiers: The bundle identifiers of the app's extensions. Each takes 1,999,999
    ///     entries (B142), and the person switches each on by itself (B143).
    ///   - systemVersion: The system's version.
    ///   - clock: What the waiting is told by.
    ///   - progress: Where an extension leaves how far it is; nil where it does not.
    public init(
        _ identifiers: [String], systemVersion: SystemVersion = .current,
        clock: any CallClock = SystemClock(),
        progress:
            @escaping @MainActor (_ identifier: String) -> (
                any CallDirectoryProgressSource
            )? = { _ in nil }
    ) {
        self.identifiers = identifiers
        self.systemVersion = systemVersion
        self.clock = clock
        self.progress = progress
        manager = .sharedInstance
    }

    // MARK: Whether it is on

    /// Asks whether the person has switched an extension on.
    ///
    /// - Parameter identifier: The extension's bundle identifier.
    /// - Returns: Whether it is on.
    /// - Throws: A ``CallDirectoryError``: `noExtensionFound` where the app has none of that name.
    public func status(of identifier: String) async throws -> Status {
        let answer: Result<Status, CallDirectoryError> = await withCheckedContinuation { waiting in
            manager.getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
                if let error {
                    waiting.resume(returning: .failure(CallDirectoryError(error)))
                } else {
                    waiting.resume(returning: .success(Status(status)))
                }
            }
        }
        return try answer.get()
    }

    /// Leads the person to where the extensions are switched on.
    ///
    /// To be called when they have asked for it: it leaves the app.
    ///
    /// - Throws: A ``CallDirectoryError``: `settingsUnavailable` before iOS 13.4, where the way
    ///   there must be told in words.
    public func openSettings() async throws {
        guard canOpenSettings, #available(iOS 13.4, macCatalyst 13.4, *) else {
            throw CallDirectoryError.settingsUnavailable
        }
        let error: CallDirectoryError? = await withCheckedContinuation { waiting in
            manager.openSettings { waiting.resume(returning: $0.map { CallDirectoryError($0) }) }
        }
        if let error { throw error }
    }

    // MARK: Loading

    /// Has the system load an extension; returns when it is loaded.
    ///
    /// Where the system says that another load goes on (B150), it is tried again by itself for
    /// about two minutes. To cancel the task ends the waiting, not the load.
    ///
    /// - Parameter identifier: The extension's bundle identifier.
    /// - Throws: A ``CallDirectoryError``; what stood before stays in force (B148).
    public func reload(_ identifier: String) async throws {
        let ticket = UUID()
        let lane = lane(of: identifier)
        let error: CallDirectoryError? = await withTaskCancellationHandler {
            await withCheckedContinuation { waiting in
                lane.join(ticket) { waiting.resume(returning: $0) }
            }
        } onCancel: {
            Task { @MainActor in lane.leave(ticket) }
        }
        if let error { throw error }
    }

    /// Has the system load all extensions, one after the other.
    ///
    /// So no more than one of them needs memory at a time. One that fails keeps the others from
    /// nothing.
    ///
    /// - Returns: What came of each, in order: `loaded` or `failed`.
    @discardableResult
    public func reloadAll() async -> [CallDirectoryReload] {
        var outcomes: [CallDirectoryReload] = []
        for identifier in identifiers {
            do {
                try await reload(identifier)
                outcomes.append(CallDirectoryReload(identifier: identifier, state: .loaded))
            } catch {
                let error = error as? CallDirectoryError ?? .unknown
                outcomes.append(CallDirectoryReload(identifier: identifier, state: .failed(error)))
            }
        }
        return outcomes
    }

    // MARK: Watching

    /// Has somebody told how the loads stand, for a bar, say.
    ///
    /// - Parameter body: Told on the main actor, first of the loads that go on, then of each
    ///   change; the end of a load comes once.
    /// - Returns: What to keep for as long as to be told.
    public func observe(
        _ body: @escaping @MainActor (CallDirectoryReload) -> Void
    ) -> CallObservation {
        observers.add(first: current, body)
    }

    /// How the loads stand, beginning with those that go on.
    public var reloads: AsyncStream<CallDirectoryReload> { observers.stream(first: current) }

    private var current: [CallDirectoryReload] {
        lanes.keys.sorted().compactMap { lanes[$0]?.running }
    }

    private func lane(of identifier: String) -> CallDirectoryLane {
        if let lane = lanes[identifier] { return lane }
        let (manager, observers) = (manager, observers)
        let lane = CallDirectoryLane(
            identifier, clock: clock, progress: progress(identifier),
            load: { completion in
                manager.reloadExtension(withIdentifier: identifier) { error in
                    let error = error.map { CallDirectoryError($0) }
                    DispatchQueue.main.async { MainActor.assumeIsolated { completion(error) } }
                }
            },
            tell: { observers.tell($0) })
        lanes[identifier] = lane
        return lane
    }
}

extension CallDirectoryService.Status {
    nonisolated init(_ status: CXCallDirectoryManager.EnabledStatus) {
        switch status {
        case .enabled: self = .enabled
        case .disabled: self = .disabled
        default: self = .unknown
        }
    }
}
