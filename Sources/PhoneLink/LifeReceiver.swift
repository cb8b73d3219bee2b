// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// The app's life cycle, as a session sees it: it calls the app's delegate.
///
/// Called on the transport's thread, in order; it must not block it.
package protocol LifeReceiver: AnyObject, Sendable {
    func receive(_ event: LifeEvent)
}

/// What an app's life cycle is to hear of.
package enum LifeEvent: Hashable, Sendable {
    /// Where the app stands now.
    case lifeChanged(AppLife)
    /// The app is to call someone at the person's wish (B112).
    case startCall(StartCallIntent)
    /// The phone is gone, or never was there.
    ///
    /// What it said last stands until it says something else.
    case linkLost
    /// The person closes the app; ``AppSession/finishedClosing()`` is to be called once the app's
    /// delegate has heard of it.
    case closing
}
