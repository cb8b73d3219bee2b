// SPDX-License-Identifier: Apache-2.0
public import Foundation

extension UIApplication {
    /// Why an app was launched.
    public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String

        /// The key of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Never there: no app opens an address here.
        public static let url = LaunchOptionsKey(rawValue: "UIApplicationLaunchOptionsURLKey")
        /// Never there.
        public static let sourceApplication = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsSourceApplicationKey")
        /// Never there: a VoIP push has no launch options (B120), and others are not delivered.
        public static let remoteNotification = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsRemoteNotificationKey")
        /// Never there.
        public static let location = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsLocationKey")
        /// Never there.
        public static let shortcutItem = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsShortcutItemKey")
        /// Never there.
        public static let bluetoothCentrals = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsBluetoothCentralsKey")
        /// A dictionary of the activity for which the person started the app.
        ///
        /// It has the activity's type at ``userActivityType``, and the activity itself at
        /// `UIApplicationLaunchOptionsUserActivityKey`. Not there in an app with scenes, which gets
        /// the activity with its scene.
        public static let userActivityDictionary = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
        /// A string, in the dictionary of ``userActivityDictionary``.
        public static let userActivityType = LaunchOptionsKey(
            rawValue: "UIApplicationLaunchOptionsUserActivityTypeKey")
    }

    /// With what an app is asked to open an address.
    public struct OpenURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String

        /// The key of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A string: the app that asks.
        public static let sourceApplication = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsSourceApplicationKey")
        /// Anything the app that asks has put in.
        public static let annotation = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsAnnotationKey")
        /// Whether a file must be copied before it is used.
        public static let openInPlace = OpenURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionsOpenInPlaceKey")
    }

    /// How another app is to open an address.
    public struct OpenExternalURLOptionsKey: RawRepresentable, Hashable, Sendable {
        /// The key's name.
        public let rawValue: String

        /// The key of that name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Only where an app is there that has claimed the address.
        public static let universalLinksOnly = OpenExternalURLOptionsKey(
            rawValue: "UIApplicationOpenURLOptionUniversalLinksOnly")
    }

    /// The address of the app's page in Settings, which nothing opens here.
    public nonisolated static let openSettingsURLString = "app-settings:"

    static func launchOptions(with activity: NSUserActivity) -> [LaunchOptionsKey: Any] {
        let content: [AnyHashable: Any] = [
            LaunchOptionsKey.userActivityType.rawValue: activity.activityType,
            "UIApplicationLaunchOptionsUserActivityKey": activity,
        ]
        return [.userActivityDictionary: content]
    }

    // MARK: Notifications

    /// The app has been launched.
    ///
    /// User info: the launch options, by their keys' names.
    public nonisolated static let didFinishLaunchingNotification = NSNotification.Name(
        "UIApplicationDidFinishLaunchingNotification")

    /// The app is on its way to the front.
    public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
        "UIApplicationWillEnterForegroundNotification")

    /// The app is in front and the person deals with it.
    public nonisolated static let didBecomeActiveNotification = NSNotification.Name(
        "UIApplicationDidBecomeActiveNotification")

    /// Something comes over the app, or it goes to the back.
    public nonisolated static let willResignActiveNotification = NSNotification.Name(
        "UIApplicationWillResignActiveNotification")

    /// The app is in the back.
    public nonisolated static let didEnterBackgroundNotification = NSNotification.Name(
        "UIApplicationDidEnterBackgroundNotification")

    /// The process is about to end.
    public nonisolated static let willTerminateNotification = NSNotification.Name(
        "UIApplicationWillTerminateNotification")

    /// The phone has been locked.
    public nonisolated static let protectedDataWillBecomeUnavailableNotification =
        NSNotification.Name(
            "UIApplicationProtectedDataWillBecomeUnavailable")

    /// The phone has been unlocked.
    public nonisolated static let protectedDataDidBecomeAvailableNotification = NSNotification.Name(
        "UIApplicationProtectedDataDidBecomeAvailable")

    /// Never posted: no process is short of memory here.
    public nonisolated static let didReceiveMemoryWarningNotification = NSNotification.Name(
        "UIApplicationDidReceiveMemoryWarningNotification")

    /// Never posted.
    public nonisolated static let significantTimeChangeNotification = NSNotification.Name(
        "UIApplicationSignificantTimeChangeNotification")
}
