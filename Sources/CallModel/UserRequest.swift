// SPDX-License-Identifier: Apache-2.0

/// What a person's tool (the command, the call screen) says to the phone.
package enum UserRequest: Hashable, Sendable, Codable {
    /// The first message.
    case hello(version: Int)
    case status
    case calls
    case act(UserAction)
    /// The newest so many, newest first, or those that are older than a given row.
    ///
    /// An answer holds as many as fit in a frame: ask again from the last one until none comes.
    case recents(limit: Int, before: RecordID? = nil)
    /// The newest so many pushes with what became of each, newest first, paged likewise.
    case pushes(limit: Int, before: DeliveryKey? = nil)
    case apps
    /// The call directory extensions, in the person's order.
    case directories
    /// The newest so many calls that were blocked, newest first, paged as Recents is.
    case blockedCalls(limit: Int, before: RecordID? = nil)
    /// What the phone knows of a number, in whatever form a person writes it.
    case lookUpNumber(String)
    /// Reads a vCard file at an absolute path, whose people join the contacts or take their place.
    case importContacts(path: String, isReplacing: Bool = false)
    /// The contacts from that place on, in order of their names.
    case contacts(limit: Int, offset: Int = 0)
    /// The person's own block list from that place on, in the order in which it grew.
    case blockList(limit: Int, offset: Int = 0)
    /// A path of a bundle folder; a linked bundle stays where it is, so that a debugger can build
    /// into it. The environment takes the place of the one in the app's entitlements, as
    /// TestFlight's does.
    case installApp(path: String, isLinked: Bool, environment: PushEnvironment? = nil)
    case removeApp(BundleID)
    /// Gives an app another VoIP token in place of the one that it has (B118).
    case renewToken(BundleID)
    /// A call of the cellular network comes in, whose identifier the tool has made; without a
    /// handle the caller withholds the number.
    case ringCellular(CallID, Handle?)
}

/// What a person does with calls and apps.
///
/// No call named means the one that it can only be.
package enum UserAction: Hashable, Sendable, Codable {
    /// Answers the ringing call. With another call connected it is held where it can be (B85), else
    /// ended.
    case answer(CallID?)
    /// Ends the connected call, then answers (B81).
    case endAndAnswer(CallID?)
    /// Holds the connected call, then answers (B81).
    case holdAndAnswer(CallID?)
    /// Ends the held calls, holds the connected one, then answers (B81).
    case endHeldAndAnswer(CallID?)
    /// Declines or ends (B20).
    case end(CallID?)
    case setHeld(CallID?, Bool)
    /// Holds what is heard and goes on with what is held (B84).
    case swap
    /// Makes one conference of what is heard and what is held (B86).
    case merge
    /// Takes a call out of its conference.
    case split(CallID)
    case setMuted(CallID?, Bool)
    /// Taps on the keypad, one action each (B97).
    case keypad(CallID?, String)
    /// Confirms the digits behind the next hard pause of the dialled text (B97).
    case sendPausedDigits(CallID?)
    case setTranslating(CallID?, CallAction.Translation)
    case setSpeaker(Bool)
    /// The button of a headset (B93).
    case headset(HeadsetPress)
    /// An accessory's mute gesture (B96).
    case muteInput(Bool)
    /// Calls someone with an app: a row of Recents, a card of Contacts (B112).
    case startCall(BundleID, StartCallIntent)
    /// Taps the app's button on the call screen (B28, B30).
    case openCallApp(CallID?)

    /// Taps the app's icon: starts it, or brings it to the front.
    case openApp(BundleID)
    /// Swipes the app away.
    case closeApp(BundleID)
    /// Leaves the app that is in front.
    case goHome
    case lock
    case unlock

    case setDoNotDisturb(DoNotDisturb)
    case setBlocked(Handle, Bool)
    /// Locks or hides an app: its calls are protected.
    case setProtected(BundleID, Bool)
    /// Knows people by name; replaces all that were known (B102).
    case setContacts([Contact])
    /// How a call is shown while the phone is in use (B29).
    case setIncomingCallStyle(IncomingCallStyle)

    /// Switches a call directory extension on or off; on loads it at once (B139).
    case setDirectoryEnabled(ExtensionID, Bool)
    /// Which extensions are asked first (B157); those that are not named come behind, as they were.
    case orderDirectories([ExtensionID])
    /// Starts a load; how it goes is read with ``UserRequest/directories``.
    case reloadDirectory(ExtensionID)
}

package enum HeadsetPress: String, Hashable, Sendable, Codable {
    /// Answers, else ends.
    case short
    /// Declines what rings.
    case long
}

/// When calls of people who are not let through do not ring (B62, B63).
package struct DoNotDisturb: Hashable, Sendable, Codable {
    package enum Mode: String, Hashable, Sendable, Codable {
        case off
        case on
        case whileLocked
    }

    package var mode: Mode
    /// Who rings all the same.
    package var allowed: [Handle]

    package init(_ mode: Mode, allowed: [Handle] = []) {
        self.mode = mode
        self.allowed = allowed
    }
}

/// Somebody whom the phone's person knows by name.
package struct Contact: Hashable, Sendable, Codable {
    package var name: String
    package var handles: [Handle]

    package init(name: String, handles: [Handle]) {
        self.name = name
        self.handles = handles
    }
}

/// How a ringing call is shown while the phone is in use; a locked one shows it in full (B29).
package enum IncomingCallStyle: String, Hashable, Sendable, Codable {
    case banner
    case fullScreen
}

/// A ``UserRequest`` with the number that its reply will carry.
package struct UserMessage: Hashable, Sendable, Codable {
    package var id: RequestID
    package var request: UserRequest

    package init(id: RequestID, request: UserRequest) {
        self.id = id
        self.request = request
    }
}
