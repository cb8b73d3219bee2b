// SPDX-License-Identifier: Apache-2.0
import CallModel
import Dispatch
public import Foundation
@_exported public import struct PhoneCore.SystemRules
import PhoneHost
import PhoneLink
import Testing

/// A phone for tests: it rings, holds, merges and times out as an iPhone does, on a clock that only
/// the test moves.
///
/// Start the app under test with ``launch(_:as:_:)``, send it pushes, act as its user (``user``)
/// and as the world around the phone (``world``), and look at what the screen shows and what rules
/// were broken. Nothing happens by itself: after each step call `settle()`, and let time pass with
/// `advance(by:)`.
///
/// In Swift Testing, mark the test with `.phone(…)` and use ``current``. In XCTest, or where a test
/// needs several phones, make them yourself and close them at the end:
/// ``close(fileID:filePath:line:column:)``.
///
/// All methods may be called from any thread or task, but not from the phone's own callbacks.
public final class SimulatedPhone: @unchecked Sendable {
    // Sendable because `stage` is used on `queue` only, and all else is constant or locked.
    /// What messages and random draws call this phone.
    public let name: String

    /// How the system behaves.
    public let rules: SystemRules

    /// What the random draws of ``faults`` and the identifiers of this phone come from.
    public let seed: UInt64

    /// The wall-clock time at which the phone was switched on, 1 January 2025 00:00 UTC unless the
    /// test says otherwise.
    public let startDate: Date

    let link: Link
    let queue: DispatchQueue
    let time: VirtualTime
    let stage: PhoneStage
    let shared: Locked<Shared>
    let groups = GroupFolders()
    /// The test of Swift Testing that made it, which hears of issues without being asked.
    let test = Test.current

    /// What is known outside of the phone's queue.
    struct Shared {
        var apps: [SimulatedApp] = []
        var timeline: [TimelineEntry] = []
        var breaches: [RuleBreach] = []
        var failures = FailureDesk()
        var isClosed = false
        /// Whether its test is known to have failed.
        var hasFailed = false
        var hasLeftTimeline = false
        var timelineFolder = TimelineFolder.ofRun
        var patience = Duration.seconds(10)
        /// How much scheduled work of apps has run.
        var workCount = 0
    }

    /// Makes a phone, switched on, with no app installed.
    ///
    /// - Parameters:
    ///   - rules: How the system behaves: a preset such as `.iOS(18)`, or one with fields changed.
    ///   - name: What messages call it. Give two phones of one test different names: the draws of
    ///     their faults differ by it.
    ///   - seed: Where its random draws begin. Equal seeds give equal runs.
    ///   - startDate: What its wall clock shows now.
    public convenience init(
        _ rules: SystemRules = SystemRules(),
        name: String = "iPhone",
        seed: UInt64 = 1,
        startDate: Date = Date(timeIntervalSince1970: 1_735_689_600)
    ) {
        self.init(link: .inProcess, rules: rules, name: name, seed: seed, startDate: startDate)
    }

    /// Makes a phone whose apps in this process reach it in the given way.
    package init(
        link: Link,
        rules: SystemRules = SystemRules(),
        name: String = "iPhone",
        seed: UInt64 = 1,
        startDate: Date = Date(timeIntervalSince1970: 1_735_689_600)
    ) {
        self.link = link
        self.rules = rules
        self.name = name
        self.seed = seed
        self.startDate = startDate
        queue = DispatchQueue(label: "opencallkit.testing.\(name)")
        time = VirtualTime(wall: startDate.wallTime)
        shared = Locked(Shared())
        stage = PhoneStage(rules: rules, name: name, seed: seed, time: time)
        stage.onTimeline = { [shared] entry in
            shared.withLock { $0.timeline.append(entry) }
        }
        stage.onBreach = { [shared] breach in
            shared.withLock { shared in
                shared.breaches.append(breach)
                shared.failures.take(Violation(breach))
            }
        }
        stage.launcher.outcome = { [weak self] in self?.launchOutcome($0) ?? .failed("closed") }
        stage.launcher.onLaunch = { [weak self] _, bundle in
            // The process starts by itself, not inside the phone's step.
            self?.queue.async { [weak self] in self?.startCold(bundle) }
        }
        stage.directories.start = { [weak self] in self?.directoryRun($0, over: $1) }
        stage.later = { [queue] body in
            let body = Transfer(body)
            queue.async { body.value() }
        }
        stage.start()
        LivePhones.add(self)
    }

    deinit {
        for app in shared.withLock({ $0.apps }) { app.processes.forEach { $0.end() } }
        let last = Transfer(stage)
        queue.async { last.value.shutDown() }
    }

    /// Acts as the person who holds the phone.
    public var user: SimulatedUser { SimulatedUser(phone: self) }

    /// Acts as all that is outside the phone: networks, accessories, other apps, the clock.
    public var world: SimulatedWorld { SimulatedWorld(phone: self) }

    /// What the phone's clock shows.
    public var now: Date { Date(time.now().wall) }

    /// Whether it was switched off for good: ``close(fileID:filePath:line:column:)``.
    public var isClosed: Bool { shared.withLock { $0.isClosed } }

    /// Switches the phone off for good: its apps' processes end, and nothing more is delivered.
    ///
    /// Calls that an app has left open are put on record as advice (B13) before. The `.phone` trait
    /// closes its phone by itself. Closing again does nothing.
    ///
    /// - Parameters:
    ///   - fileID: Where failures are shown that become known by it.
    ///   - filePath: Likewise.
    ///   - line: Likewise.
    ///   - column: Likewise.
    public func close(
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        close(
            at: SourceLocation(
                fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Closes the phone, with the place in the test where what becomes known by it is shown.
    func close(at place: SourceLocation?) {
        let isFirst = shared.withLock { shared in
            defer { shared.isClosed = true }
            return !shared.isClosed
        }
        guard isFirst else { return }
        noteLeftovers()
        for app in apps { app.processes.forEach { $0.end() } }
        queue.sync {
            stage.shutDown()
            time.cancelAll()
        }
        groups.remove()
        reportFailures(at: place)
        leaveTimeline()
    }

    /// How long settling waits for a queue or a program, in real time.
    package var patience: Duration {
        get { shared.withLock { $0.patience } }
        set { shared.withLock { $0.patience = newValue } }
    }

    /// Runs `body` with the host and its services, on the phone's queue.
    package func withStage<Result>(_ body: (PhoneStage) throws -> Result) rethrows -> Result {
        try queue.sync { try body(stage) }
    }

    /// A call that is over in life and not on the screen is the app's to end; at the end of a test
    /// it may as well be the test's, so it is only noted.
    private func noteLeftovers() {
        let now = time.now().monotonic
        let leftovers = withStage { $0.host.calls }.filter {
            // One that still rings is not the app's to end.
            $0.bundle != cellularBundle && $0.state != .ringing
        }
        shared.withLock { shared in
            for call in leftovers {
                let breach = RuleBreach(
                    .callNeverEnded, at: now, bundle: call.bundle, call: call.id,
                    did: "left a call open when the test closed its phone")
                shared.breaches.append(breach)
                shared.failures.take(Violation(breach))
            }
        }
    }
}
