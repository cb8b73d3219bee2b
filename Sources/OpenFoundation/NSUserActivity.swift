// SPDX-License-Identifier: Apache-2.0
@_exported public import Foundation

// Apple's Foundation has it.
#if !canImport(Darwin)
/// The name under which a kept activity can be deleted.
public typealias NSUserActivityPersistentIdentifier = String

/// The type of an activity that goes on in the app what a web page began.
public let NSUserActivityTypeBrowsingWeb = "NSUserActivityTypeBrowsingWeb"

/// What a person does, or wants an app to do.
///
/// The system hands one to the app's delegate where a person calls from Recents or Contacts
/// (B112); `import Intents` has its `interaction`. Those that an app makes keep what the app puts
/// into them and go nowhere: nothing is handed to another device, found by a search or predicted.
/// As Apple's, it is not for several threads at once.
open class NSUserActivity: NSObject {
    /// What kind of activity it is, such as `INStartCallIntent`.
    open var activityType: String { kind }
    private let kind: String

    /// What it is to be called, to the person.
    open var title: String?

    /// What the app needs to go on with the activity.
    open var userInfo: [AnyHashable: Any]?

    /// Which entries of ``userInfo`` are needed.
    open var requiredUserInfoKeys: Set<String>?

    /// Whether ``userInfo`` is to be brought up to date before the activity is sent.
    ///
    /// Nothing is sent here, so the delegate is asked for nothing.
    open var needsSave = false

    /// The page that shows the same, for where the app is not installed.
    open var webpageURL: URL?

    /// The page that the person came from.
    open var referrerURL: URL?

    /// From when on the activity is of no use; nil leaves that to the system.
    open var expirationDate: Date?

    /// Words by which a search would find it.
    open var keywords: Set<String> = []

    /// Whether the app that goes on with it can ask for streams: there are none here.
    open var supportsContinuationStreams = false

    /// Who hears what becomes of it.
    open weak var delegate: (any NSUserActivityDelegate)?

    /// Which scene is to show it.
    open var targetContentIdentifier: String?

    /// Whether other devices may go on with it; none is asked.
    open var isEligibleForHandoff = true

    /// Whether a search on the device may find it; none does.
    open var isEligibleForSearch = false

    /// Whether the public may find it; nothing is indexed.
    open var isEligibleForPublicIndexing = false

    /// Whether the system may suggest it; none does.
    open var isEligibleForPrediction = false

    /// The name to delete it by.
    open var persistentIdentifier: NSUserActivityPersistentIdentifier?

    /// Makes an activity of the app's own.
    ///
    /// - Parameter activityType: One of the `NSUserActivityTypes` of the app's Info.plist.
    public init(activityType: String) { kind = activityType }

    /// Adds entries to ``userInfo``, in the place of those with the same keys.
    open func addUserInfoEntries(from otherDictionary: [AnyHashable: Any]) {
        userInfo = (userInfo ?? [:]).merging(otherDictionary) { _, new in new }
    }

    /// Says that the person does this now, which nobody here is told.
    open func becomeCurrent() {}

    /// Says that the person does something else now, which nobody here is told.
    open func resignCurrent() {}

    /// Says that the activity is over.
    open func invalidate() {}

    /// Deletes what was kept under these names: nothing is, so it is done at once.
    open class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier],
        completionHandler handler: @escaping () -> Void
    ) { handler() }

    /// Deletes what was kept under these names: nothing is.
    open class func deleteSavedUserActivities(
        withPersistentIdentifiers persistentIdentifiers: [NSUserActivityPersistentIdentifier]
    ) async {}

    /// Deletes all that was kept: nothing is, so it is done at once.
    open class func deleteAllSavedUserActivities(
        completionHandler handler: @escaping () -> Void
    ) { handler() }

    /// Deletes all that was kept: nothing is.
    open class func deleteAllSavedUserActivities() async {}
}
#endif
