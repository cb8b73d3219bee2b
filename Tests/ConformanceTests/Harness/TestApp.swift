// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink

/// One process of an app: its session with the phone, and what its code keeps alive.
final class TestApp: @unchecked Sendable {
    // Sendable because `held` is locked and `kill` is set before the app is handed out.
    let bundle: BundleID
    let session: AppSession
    /// Ends the process at once, as SIGKILL does.
    var kill: () -> Void = {}
    private let held = Locked<AnyObject?>(nil)
    private let reasons: Locked<[Termination]>

    init(bundle: BundleID, transport: any Transport, clock: @escaping @Sendable () -> Moment) {
        self.bundle = bundle
        let reasons = Locked<[Termination]>([])
        self.reasons = reasons
        session = AppSession(
            transport: transport, clock: clock,
            termination: .sever { reason in reasons.withLock { $0.append(reason) } },
            complain: { _ in })
    }

    /// Runs the app's code as its main function would.
    func start(_ make: () -> AnyObject) {
        let object = session.bind(make)
        held.withLock { $0 = object }
    }

    /// Why the system ended this process.
    var terminations: [Termination] { reasons.withLock { $0 } }

    /// What the app's code made, as the type that it is.
    func object<Object>(_ type: Object.Type = Object.self) -> Object {
        guard let object = held.withLock({ $0 }) as? Object else {
            preconditionFailure("the app made no \(type)")
        }
        return object
    }
}
