// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore

/// All that a host needs from the world.
///
/// Services belong to the host's owner: each is called, and calls back, on its thread or queue.
/// Completions may come before the call returns.
package struct HostServices {
    package var store: any CallStore
    package var launcher: any AppLauncher
    package var catalog: any AppCatalog
    package var ringer: any Ringer
    /// Nil where no push service is set: apps get no token.
    package var courier: (any PushCourier)?
    package var directories: any CallDirectories
    package var settings: any SettingsStore
    package var contacts: any ContactBook

    package init(
        store: any CallStore,
        launcher: any AppLauncher,
        catalog: any AppCatalog,
        ringer: any Ringer,
        courier: (any PushCourier)? = nil,
        directories: any CallDirectories = NoCallDirectories(),
        settings: any SettingsStore = MemorySettings(),
        contacts: any ContactBook = MemoryContacts()
    ) {
        self.store = store
        self.launcher = launcher
        self.catalog = catalog
        self.ringer = ringer
        self.courier = courier
        self.directories = directories
        self.settings = settings
        self.contacts = contacts
    }
}

/// Recents, and what became of each push.
package protocol CallStore: AnyObject {
    /// Writes or rewrites the row of that name; the completion says whether it is safe.
    func record(_ call: RecentCall, completion: ((Bool) -> Void)?)
    func record(_ push: PushRecord, completion: ((Bool) -> Void)?)

    /// Adds a row to the log of blocked calls.
    func record(_ blocked: BlockedCall)

    /// Whether an earlier run of the phone took this push: what the push service repeats must not
    /// ring again.
    func isFromEarlierRun(_ push: DeliveryKey) -> Bool

    /// What an earlier run took and did not hand over, oldest first.
    var waitingPushes: [ArrivedPush] { get }

    /// How often apps broke their duty to report in earlier runs (B126).
    var breachCounts: [BreachCount] { get }

    /// What apps had in hand when the phone was killed, oldest first.
    var lostPushes: [PushRecord] { get }

    /// Newest first, at most `limit`; with `before`, only rows older than that one.
    ///
    /// A row that does not exist has none older.
    func recents(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[RecentCall], ServiceFailure>) -> Void
    )
    func pushes(
        limit: Int,
        before: DeliveryKey?,
        completion: @escaping (Result<[PushRecord], ServiceFailure>) -> Void
    )
    func blockedCalls(
        limit: Int,
        before: RecordID?,
        completion: @escaping (Result<[BlockedCall], ServiceFailure>) -> Void
    )
}

/// Starts the processes of apps.
package protocol AppLauncher: AnyObject {
    /// The outcome comes once, and once more as `failed` if a process that was started ends.
    func launch(
        _ launch: LaunchID,
        _ app: CatalogApp,
        outcome: @escaping (LaunchOutcome) -> Void
    )

    /// Kills the process of that launch; an unknown launch is legal.
    func abandon(_ launch: LaunchID)
}

/// An installed app with where it is.
package struct CatalogApp: Hashable, Sendable {
    package var app: InstalledApp
    /// The bundle's folder, absolute.
    package var path: String
    /// The executable in it, absolute.
    package var executable: String
    /// Registered in place, not copied.
    package var isLinked: Bool

    package init(app: InstalledApp, path: String, executable: String, isLinked: Bool) {
        self.app = app
        self.path = path
        self.executable = executable
        self.isLinked = isLinked
    }
}

/// The installed apps.
package protocol AppCatalog: AnyObject {
    /// In order of their bundle identifiers.
    var apps: [CatalogApp] { get }

    /// Set by the host; called after each change, before the completion of what made it.
    var onChange: (() -> Void)? { get set }

    /// Installs the bundle at a path, in place of an older one of that name.
    ///
    /// An environment takes the place of the one in the bundle's entitlements.
    func install(
        path: String,
        isLinked: Bool,
        environment: PushEnvironment?,
        completion: @escaping (Result<CatalogApp, ServiceFailure>) -> Void
    )

    /// Removes an app; of a linked one only the registration.
    func remove(_ bundle: BundleID, completion: @escaping (ServiceFailure?) -> Void)
}

/// The phone's line to the push service.
package protocol PushCourier: AnyObject {
    var isConnected: Bool { get }
    /// `host:port`.
    var gatewayName: String { get }

    /// Set by the host.
    var onPush: ((ArrivedPush) -> Void)? { get set }
    var onToken: ((BundleID, Bytes) -> Void)? { get set }
    var onTokenInvalidated: ((BundleID) -> Void)? { get set }

    /// Answered by `onToken`, at once if the token is known, else when the push service has
    /// answered.
    func requestToken(_ bundle: BundleID)

    /// Asks for another token in place of the one that the app has: `onToken` follows (B118).
    ///
    /// - Throws: Words, where it cannot be asked for now.
    func renewToken(_ bundle: BundleID) throws(ServiceFailure)

    /// The app is gone, or wants no pushes any more: its token is given back.
    func forgetToken(_ bundle: BundleID, isRemoved: Bool)

    /// The push is safe here.
    func acknowledge(_ push: DeliveryKey)
}

/// Rings.
package protocol Ringer: AnyObject {
    /// Starts for a call; several calls may ring.
    ///
    /// The ring tone is a file in that app's bundle; nil is the system's tone.
    func start(_ call: CallID, bundle: BundleID, ringtone: String?)

    /// Stops for a call; one that does not ring is legal.
    func stop(_ call: CallID, bundle: BundleID)
}
