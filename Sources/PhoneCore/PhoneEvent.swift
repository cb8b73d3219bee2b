// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// A connection of an app's process, numbered by the driver; a number is never used twice.
package struct SessionID: Hashable, Sendable, Comparable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// A start of an app's process that the phone asked for.
package struct LaunchID: Hashable, Sendable, Comparable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Names a write to the store whose end the phone wants to hear of.
package struct RecordTicket: Hashable, Sendable, Comparable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// Names a person's request, so that the driver can pass the answer on.
package struct UserTicket: Hashable, Sendable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
}

/// An app as its bundle describes it.
package struct InstalledApp: Hashable, Sendable {
    package var bundle: BundleID
    package var name: String
    /// `voip` is among `UIBackgroundModes`, which PushKit and CallKit both demand (B60).
    package var hasVoIPBackgroundMode: Bool
    /// The files of the bundle that may be ring tones (B115); nil where they are not known.
    package var sounds: [String]?
    /// Grows with each installation: an app that is installed anew starts without a record of
    /// breaches (B127).
    package var generation: Int

    package init(
        bundle: BundleID,
        name: String,
        hasVoIPBackgroundMode: Bool = true,
        sounds: [String]? = nil,
        generation: Int = 0
    ) {
        self.bundle = bundle
        self.name = name
        self.hasVoIPBackgroundMode = hasVoIPBackgroundMode
        self.sounds = sounds
        self.generation = generation
    }
}

/// A push as the push service delivered it.
package struct ArrivedPush: Hashable, Sendable {
    package var id: PushID
    package var bundle: BundleID
    package var payload: Bytes

    package init(id: PushID, bundle: BundleID, payload: Bytes) {
        self.id = id
        self.bundle = bundle
        self.payload = payload
    }
}

/// How a launch went.
package enum LaunchOutcome: Hashable, Sendable {
    /// The process runs; its first message is still to come.
    case started
    /// In words: what could not be started, and why.
    case failed(String)
}

/// Something that happened and that the phone must know.
package enum PhoneEvent: Hashable, Sendable {
    /// All installed apps: at the start, and whenever the set changes.
    case appsInstalled([InstalledApp])
    /// A process of that bundle has connected. Its hello comes as ``app(_:_:)``.
    case appConnected(SessionID, BundleID)
    case appDisconnected(SessionID)
    case app(SessionID, AppRequest)
    /// A person did something; the phone answers the ticket with ``PhoneEffect/answerUser(_:_:)``
    /// in the same step.
    case user(UserTicket, UserAction)
    /// The same push may come twice; the second changes nothing.
    case push(ArrivedPush)
    case launched(LaunchID, LaunchOutcome)
    /// The write of that ticket is durable (true) or has failed.
    case recorded(RecordTicket, Bool)
    /// The push service's token for an app.
    case tokenIssued(BundleID, Bytes)
    case tokenInvalidated(BundleID)
    /// Something came from outside.
    case world(WorldEvent)
    /// A deadline was reached. Early and late ones are legal.
    case timePassed
}
