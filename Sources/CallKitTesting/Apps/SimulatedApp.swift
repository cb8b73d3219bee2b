// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneLink

/// An app that is installed on a ``SimulatedPhone``.
///
/// It has at most one process at a time: ``SimulatedPhone/launch(_:as:_:)`` starts one, and so does
/// a push to an app that is not running. All processes of apps that were given as a closure live in
/// the process of the test; what they share (singletons, globals) therefore outlives a ``kill()``.
/// Where that matters, put the app in a program of its own.
public final class SimulatedApp: @unchecked Sendable {
    // Sendable because `state` is locked and the rest is constant.
    struct State {
        var main: (@MainActor @Sendable () -> Any)?
        var processes: [AppProcess] = []
    }

    /// The bundle identifier.
    public let bundle: String

    private let state = Locked(State())
    weak let phone: SimulatedPhone?

    init(bundle: String, phone: SimulatedPhone) {
        self.bundle = bundle
        self.phone = phone
    }

    /// Whether a process of the app runs.
    public var isRunning: Bool { process?.isRunning ?? false }

    /// How many processes of the app were started so far.
    public var launchCount: Int { processes.count }

    /// Why the system ended processes of this app, oldest first.
    ///
    /// A ``kill()`` is not among them.
    public var terminations: [AppTermination] {
        processes.flatMap(\.reasons).map(AppTermination.init)
    }

    /// What the closure of the newest process gave.
    ///
    /// - Parameter type: What to take it for.
    /// - Returns: The object.
    /// - Throws: ``PhoneError`` where there is none, or it is something else.
    public func object<Object: Sendable>(_ type: Object.Type = Object.self) throws -> Object {
        guard let made = process?.object else {
            throw PhoneError("\(bundle) has made nothing: its code has not run on this phone")
        }
        guard let object = made as? Object else {
            throw PhoneError("\(bundle) made \(Swift.type(of: made)), not \(type)")
        }
        return object
    }

    /// Does something within the app, as a tap on its own screen would: on the main queue, with
    /// all new CallKit, PushKit and audio objects belonging to this app.
    ///
    /// - Parameter body: What the app does.
    /// - Returns: What `body` gives.
    /// - Throws: What `body` throws, or ``PhoneError`` where the app does not run.
    @discardableResult
    public func run<Result: Sendable>(
        _ body: @MainActor @Sendable () throws -> Result
    ) async throws -> Result {
        guard let process, process.isRunning else {
            throw PhoneError("\(bundle) does not run; launch it before something is done in it")
        }
        return try await MainActor.run { try process.session.bind { try body() } }
    }

    /// Ends the app's process at once, as the system does when it needs memory.
    ///
    /// The app's code hears of nothing more. The phone learns of it after this step.
    public func kill() { process?.end() }

    // MARK: Within the module

    package var processes: [AppProcess] { state.withLock { $0.processes } }

    /// The newest one, running or not.
    package var process: AppProcess? { state.withLock { $0.processes.last } }

    var main: (@MainActor @Sendable () -> Any)? { state.withLock { $0.main } }

    func set(_ main: @escaping @MainActor @Sendable () -> Any) {
        state.withLock { $0.main = main }
    }

    func add(_ process: AppProcess) { state.withLock { $0.processes.append(process) } }
}

/// Why the system ended an app's process.
public enum AppTermination: Hashable, Sendable {
    /// The push delegate's method returned without a call having been reported (B121).
    case pushHandledWithoutReport
    /// No call was reported within 7 s after the push came to the phone (B122).
    case pushNotReportedInTime
    /// The user closed the app, or it was removed or installed anew.
    case closedByUser

    init(_ reason: Termination) {
        self =
            switch reason {
            case .pushHandledWithoutReport: .pushHandledWithoutReport
            case .pushNotReportedInTime: .pushNotReportedInTime
            case .closedByUser: .closedByUser
            }
    }
}
