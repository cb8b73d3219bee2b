// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Something that the driver must do, in the order given.
package enum PhoneEffect: Hashable, Sendable {
    case tell(SessionID, AppNotice)
    /// Tells the process why, then ends the connection.
    case refuse(SessionID, String)
    /// Tells the process why, then kills it. ``PhoneEvent/appDisconnected(_:)`` follows.
    case terminate(SessionID, Termination)
    /// Starts a process of the app; answered by ``PhoneEvent/launched(_:_:)``.
    case launch(LaunchID, BundleID)
    /// Kills the process of that launch: it did not connect in time.
    case abandonLaunch(LaunchID)
    /// Starts the ringer, with the ring tone's file name in that app's bundle or the system's tone.
    case startRinging(CallID, BundleID, ringtone: String?)
    case stopRinging(CallID, BundleID)
    /// Writes or rewrites a row of Recents; with a ticket, ``PhoneEvent/recorded(_:_:)`` must
    /// follow.
    case recordCall(RecordTicket?, RecentCall)
    /// Writes or rewrites the record of a push, likewise.
    ///
    /// Without content it keeps that which was written before, unless the outcome is a settled one.
    case recordPush(RecordTicket?, PushRecord)
    /// Tells the push service that it may forget the push: it is written, or settled.
    case acknowledgePush(DeliveryKey)
    /// Asks the push service for the app's token; answered by ``PhoneEvent/tokenIssued(_:_:)``
    /// whenever it comes.
    case requestToken(BundleID)
    /// The app wants no pushes any more: its token is given back.
    case releaseToken(BundleID)
    /// Runs a call directory extension; ``PhoneEvent/directoryLoaded(_:_:)`` must follow.
    ///
    /// One at a time: the next comes after the last has ended.
    case loadDirectory(DirectoryLoadOrder)
    /// Ends that load; its outcome must follow soon.
    case cancelDirectoryLoad(DirectoryLoadID)
    /// Forgets all data of that extension.
    case removeDirectoryData(ExtensionID)
    /// Looks a number up in the data of these extensions, first one first; answered by
    /// ``PhoneEvent/identified(_:_:)``.
    case identify(IdentifyTicket, number: Int64, [ExtensionID])
    /// Writes a row of the log of blocked calls.
    case recordBlocked(BlockedCall)
    /// Writes down what the person has set, in place of what was written before.
    case recordSettings(PhoneSettings)
    case answerUser(UserTicket, UserAnswer)
    /// An app broke a rule; changes nothing.
    case breach(RuleBreach)
    /// For the timeline; changes nothing.
    case note(TimelineEntry)
}

/// The answer to a ``UserAction``.
package enum UserAnswer: Hashable, Sendable {
    case done
    /// What was wrong, and what to do about it.
    case failed(String)
}
