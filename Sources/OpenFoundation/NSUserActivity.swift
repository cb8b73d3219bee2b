// SPDX-License-Identifier: Apache-2.0
@_exported public import Foundation

// Apple's Foundation has it.
#if !canImport(Darwin)
/// What a person does, or wants an app to do: a start-call activity, from Recents or Contacts
/// (B112).
open class NSUserActivity: NSObject {
    /// What kind of activity it is, such as `INStartCallIntent`.
    public let activityType: String

    /// An activity of the app's own.
    ///
    /// - Parameter activityType: One of the `NSUserActivityTypes` of the app's Info.plist.
    public init(activityType: String) { self.activityType = activityType }
}
#endif
