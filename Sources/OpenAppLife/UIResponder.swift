// SPDX-License-Identifier: Apache-2.0
@_exported public import OpenFoundation
import Foundation

/// Where the classes of an app's life begin.
///
/// No event is sent along a chain of responders here: nothing is drawn that could be touched.
@preconcurrency @MainActor open class UIResponder: NSObject {
    /// A responder.
    public override init() { super.init() }

    /// The one that would get an event next: none.
    open var next: UIResponder? { nil }

    /// An activity that the app wants to go on with elsewhere: kept, and never sent.
    open var userActivity: NSUserActivity?

    /// Called with an activity that `continue` has named this object for.
    open func restoreUserActivityState(_ activity: NSUserActivity) {}
}

/// What can take up an activity again.
@preconcurrency @MainActor public protocol UIUserActivityRestoring: NSObjectProtocol {
    /// Called on the main queue once the app has named the object to a restoration handler.
    func restoreUserActivityState(_ userActivity: NSUserActivity)
}

extension UIResponder: UIUserActivityRestoring {}
