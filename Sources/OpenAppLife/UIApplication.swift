// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation
import PhoneLink

/// The app's process, as the phone sees it: whether it is in front, and what it may do.
///
/// Nothing is drawn. Each phone of a process has one application; a process has one phone unless it
/// tests.
///
/// ## Notifications
///
/// They are posted to `NotificationCenter.default` on the main queue, after the delegate's method,
/// with the application as their object. A process whose tests have several phones shares that
/// centre: an observer of `object: nil` hears the applications of all phones, one of
/// `object: UIApplication.shared` only its own. In a test, observe with `queue: nil`: Foundation
/// waits for `OperationQueue.main` where a post comes from, and under a test runner that is the
/// queue that it waits for.
@preconcurrency @MainActor open class UIApplication: UIResponder {
    /// Where an app is.
    public enum State: Int, Sendable {
        /// In front, and the person deals with it.
        case active = 0
        /// In front, but something lies over it: a call that rings in full screen, or the way to
        /// the front or the back.
        case inactive = 1
        /// Behind another app or a locked screen, or started by a push.
        case background = 2
    }

    private nonisolated let session: Weak
    nonisolated let life = Locked(AppLife(stage: .background, isProtectedDataAvailable: true))
    private nonisolated let lastTask = Locked(0)

    /// Makes one for the app's phone, for subclasses; an app uses ``shared``.
    public override init() {
        session = Weak(AppSession.current)
        super.init()
    }

    /// The app's one.
    open class var shared: UIApplication { shared(of: .current) }

    static func shared(of session: AppSession) -> UIApplication {
        session.attachment {
            // Its maker reads the current session, which must not be asked from within.
            MainActor.assumeIsolated { UIApplication(Weak(session)) }
        }
    }

    private init(_ session: Weak) {
        self.session = session
        super.init()
    }

    /// Who is told of the app's life.
    ///
    /// It is not kept alive by it; the one that the app was started with lives as long as the
    /// process.
    open weak var delegate: (any UIApplicationDelegate)?

    // MARK: State

    /// Where the app is now.
    ///
    /// In `didFinishLaunching`, ``State/background`` where a push has started the app, else
    /// ``State/inactive``.
    open var applicationState: UIApplication.State {
        switch life.withLock({ $0.stage }) {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        }
    }

    /// False while the phone is locked.
    open nonisolated var isProtectedDataAvailable: Bool {
        life.withLock { $0.isProtectedDataAvailable }
    }

    /// Keeps the screen on while true; there is no screen, so it is only kept.
    open var isIdleTimerDisabled = false

    /// The number at the app's icon; there is no icon, so it is only kept.
    open var applicationIconBadgeNumber = 0

    // MARK: Scenes

    /// The app's scene, once it is connected; empty for an app without scenes.
    open internal(set) var connectedScenes: Set<UIScene> = []

    /// That of the scene which has been connected.
    open var openSessions: Set<UISceneSession> { Set(connectedScenes.map(\.session)) }

    /// False: there is one at most.
    open var supportsMultipleScenes: Bool { false }

    // MARK: Time in the background

    /// How long the app may run on in the background, in seconds: as long as it likes, since no
    /// process is suspended here.
    open nonisolated var backgroundTimeRemaining: TimeInterval { .greatestFiniteMagnitude }

    /// Says that something has to be done before the app is suspended.
    ///
    /// - Parameter handler: Never called: no process is suspended here.
    /// - Returns: What to end it by.
    open nonisolated func beginBackgroundTask(
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        beginBackgroundTask(withName: nil, expirationHandler: handler)
    }

    /// The same, with a name for the app's makers.
    ///
    /// - Parameters:
    ///   - taskName: Not shown anywhere.
    ///   - handler: Never called: no process is suspended here.
    /// - Returns: What to end it by.
    open nonisolated func beginBackgroundTask(
        withName taskName: String?,
        expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
    ) -> UIBackgroundTaskIdentifier {
        UIBackgroundTaskIdentifier(
            rawValue: lastTask.withLock { last in
                last += 1
                return last
            })
    }

    /// Says that it is done.
    open nonisolated func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {}

    // MARK: Other apps

    /// Whether another app would open it: none would here.
    open nonisolated func canOpenURL(_ url: URL) -> Bool { false }

    /// Has another app open something: none is there, so the answer is no.
    ///
    /// - Parameters:
    ///   - url: What to open; the person who runs the app is told of its scheme.
    ///   - options: Not looked at.
    ///   - completion: Called with false on the main queue.
    open func open(
        _ url: URL,
        options: [UIApplication.OpenExternalURLOptionsKey: Any] = [:],
        completionHandler completion: (@MainActor @Sendable (Bool) -> Void)? = nil
    ) {
        guard let session = session.object as? AppSession else { return }
        session.complainOnce(
            "no app here opens an address of the scheme \(url.scheme ?? "none"): the answer is no")
        guard let completion else { return }
        session.complete(on: .main) { MainActor.assumeIsolated { completion(false) } }
    }

    // MARK: Alert pushes

    /// Asks for the token of pushes that are shown to the person: always refused.
    ///
    /// Only VoIP pushes reach an app here, those of `PKPushRegistry`. The delegate hears
    /// `didFailToRegisterForRemoteNotificationsWithError` with code 3010 of `NSCocoaErrorDomain`,
    /// as in Apple's simulator before Xcode 14.
    open func registerForRemoteNotifications() {
        guard let session = session.object as? AppSession else { return }
        session.deliver(on: .main) { [self] in
            MainActor.assumeIsolated {
                let words =
                    "alert pushes are not delivered to apps here; only those of PKPushRegistry are"
                let error = NSError(
                    domain: NSCocoaErrorDomain, code: Self.remoteNotificationsUnsupported,
                    userInfo: [NSLocalizedDescriptionKey: words])
                delegate?.application(self, didFailToRegisterForRemoteNotificationsWithError: error)
            }
        }
    }

    private static let remoteNotificationsUnsupported = 3010

    /// Wants them no longer.
    open func unregisterForRemoteNotifications() {}

    /// Whether the app gets alert pushes: never.
    open var isRegisteredForRemoteNotifications: Bool { false }
}

/// Numbers what has to be done before an app is suspended.
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// The task of that number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// None.
    public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

/// What an app has found when it was given time to fetch.
public enum UIBackgroundFetchResult: UInt, Sendable {
    /// Something new.
    case newData = 0
    /// Nothing new.
    case noData = 1
    /// It did not work.
    case failed = 2
}
