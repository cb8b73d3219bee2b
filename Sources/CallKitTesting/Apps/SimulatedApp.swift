// SPDX-License-Identifier: Apache-2.0
import CallModel
public import OpenCallKit
import OpenFoundation
import PhoneHost
import PhoneLink

/// An app that is installed on a ``SimulatedPhone``.
///
/// It has at most one process at a time: ``SimulatedPhone/launch(_:as:_:)`` starts one, and so does
/// a push to an app that is not running. All processes of apps that were given as a closure live in
/// the process of the test; what they share (singletons, globals) therefore outlives a ``kill()``.
/// Where that matters, give the app as a program of its own:
/// ``SimulatedPhone/launch(_:as:executable:arguments:)``.
public final class SimulatedApp: Sendable {
    /// What a process of the app runs.
    enum Code: Sendable {
        case closure(@MainActor @Sendable () -> Any)
        case program(AppExecutable, arguments: [String])
    }

    /// Where an app stands.
    public enum State: Hashable, Sendable {
        /// It has no process.
        case notRunning
        /// It runs, out of sight.
        case background
        /// It is what the person looks at, and a call that rings in full lies over it.
        case inactive
        /// It is what the person looks at.
        case foreground
    }

    private struct Life {
        var code: Code?
        var processes: [AppProcess] = []
        var onStartCall: (@MainActor @Sendable (StartCall) -> Void)?
    }

    /// The bundle identifier.
    public let bundle: String

    private let life = Locked(Life())
    weak let phone: SimulatedPhone?

    init(bundle: String, phone: SimulatedPhone) {
        self.bundle = bundle
        self.phone = phone
    }

    /// Whether a process of the app runs, and whether the person looks at it.
    public var state: State {
        guard isRunning, let phone else { return .notRunning }
        let (front, stage) = phone.withStage { ($0.host.frontApp, $0.host.life(of: bundle)?.stage) }
        guard front == bundle else { return .background }
        return stage == .inactive ? .inactive : .foreground
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
        try made(type)
    }

    /// Does something within the app, as a tap on its own screen would: on the main queue, with
    /// all new CallKit, PushKit and audio objects belonging to this app.
    ///
    /// - Parameter body: What the app does.
    /// - Returns: What `body` gives.
    /// - Throws: What `body` throws, or ``PhoneError`` where the app does not run here.
    @discardableResult
    public func run<Result: Sendable>(
        _ body: @MainActor @Sendable () throws -> Result
    ) async throws -> Result {
        let session = try runningSession()
        return try await MainQueue.run { try session.bind { try body() } }
    }

    /// Does something with what the app's closure made, as ``run(_:)`` does.
    ///
    /// - Parameters:
    ///   - type: What to take it for; it need not be `Sendable`.
    ///   - body: What is done with it.
    /// - Returns: What `body` gives.
    /// - Throws: What `body` throws, or ``PhoneError`` where the app does not run here, or has made
    ///   something else.
    @discardableResult
    public func run<Object, Result: Sendable>(
        with type: Object.Type,
        _ body: @MainActor @Sendable (Object) throws -> Result
    ) async throws -> Result {
        let session = try runningSession()
        return try await MainQueue.run {
            let object = try made(type)
            return try session.bind { try body(object) }
        }
    }

    private func runningSession() throws(PhoneError) -> AppSession {
        guard let process, process.isRunning else {
            throw PhoneError("\(bundle) does not run: \(whyNot)")
        }
        guard let session = process.session else {
            throw PhoneError("\(bundle) is a program of its own; nothing can be done within it")
        }
        return session
    }

    private var whyNot: String {
        switch process?.reasons.last.map(AppTermination.init) {
        case nil: "launch it before something is done in it"
        case .pushHandledWithoutReport:
            "the system has ended it, because it reported no call for a push (B121)"
        case .pushNotReportedInTime:
            "the system has ended it, because it reported no call for a push in time (B122)"
        case .launchTookTooLong:
            "the system has ended it, because its delegate did not finish launching in time"
        case .closedByUser: "it was closed, removed or installed anew; launch it again"
        }
    }

    private func made<Object>(_ type: Object.Type) throws(PhoneError) -> Object {
        guard let made = process?.object else {
            throw PhoneError(
                "\(bundle) has made nothing here: its code has not run, or is a program")
        }
        guard let object = made as? Object else {
            throw PhoneError("\(bundle) made \(Swift.type(of: made)), not \(type)")
        }
        return object
    }

    /// Plays the app's delegate for a call that the person wants the app to make (B112): what comes
    /// as an `INStartCallIntent` on an iPhone.
    ///
    /// Called on the main queue, in this and all later processes. What came while the app had none
    /// set is told to it then. Not called for a program, nor for an app that has an app delegate of
    /// its own: that gets the activity.
    public var onStartCall: (@MainActor @Sendable (StartCall) -> Void)? {
        get { life.withLock { $0.onStartCall } }
        set {
            let process = life.withLock { life in
                life.onStartCall = newValue
                return life.processes.last
            }
            process?.setStartCall(newValue.map(Self.handler))
        }
    }

    /// Ends the app's process at once, as the system does when it needs memory.
    ///
    /// The app's code hears of nothing more. The phone learns of it after this step.
    public func kill() { process?.end() }

    // MARK: Within the module

    package var processes: [AppProcess] { life.withLock { $0.processes } }

    /// The newest one, running or not.
    package var process: AppProcess? { life.withLock { $0.processes.last } }

    var code: Code? {
        get { life.withLock { $0.code } }
        set { life.withLock { $0.code = newValue } }
    }

    func add(_ process: AppProcess) {
        let handler = life.withLock { life in
            life.processes.append(process)
            return life.onStartCall
        }
        if let handler { process.setStartCall(Self.handler(handler)) }
    }

    private static func handler(
        _ body: @escaping @MainActor @Sendable (StartCall) -> Void
    ) -> @MainActor @Sendable (StartCallIntent) -> Void {
        { body(StartCall(handle: CXHandle($0.handle), isVideo: $0.isVideo)) }
    }
}

/// Whom the person wants an app to call: what an `INStartCallIntent` says.
public struct StartCall {
    /// The other party.
    public let handle: CXHandle
    /// Whether it is to be a video call.
    public let isVideo: Bool
}

/// Why the system ended an app's process.
public enum AppTermination: Hashable, Sendable {
    /// The push delegate's method returned without a call having been reported (B121).
    case pushHandledWithoutReport
    /// No call was reported within 7 s after the push came to the phone (B122).
    case pushNotReportedInTime
    /// `didFinishLaunching` had not returned after 20 s: exception 0x8badf00d.
    case launchTookTooLong
    /// The user closed the app, or it was removed or installed anew.
    case closedByUser

    init(_ reason: Termination) {
        self =
            switch reason {
            case .pushHandledWithoutReport: .pushHandledWithoutReport
            case .pushNotReportedInTime: .pushNotReportedInTime
            case .launchTookTooLong: .launchTookTooLong
            case .closedByUser: .closedByUser
            }
    }
}
