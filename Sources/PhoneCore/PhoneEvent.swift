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

/// Names a question about a number, so that the driver can say which one it answers.
package struct IdentifyTicket: Hashable, Sendable, Comparable {
    package var number: Int
    package init(_ number: Int) { self.number = number }
    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}

/// An app as its bundle describes it.
package struct InstalledApp: Hashable, Sendable {
    package var bundle: BundleID
    package var name: String
    /// `voip` is among `UIBackgroundModes`, which PushKit and CallKit both demand (B60).
    package var hasVoIPBackgroundMode: Bool
    /// The entitlement `aps-environment`; nil where the app has none, and so gets no token.
    package var pushEnvironment: PushEnvironment?
    /// The major version of the SDK that the app was linked with, which decides about its duty to
    /// report (B121); nil is a new one.
    package var linkedSDK: Int?
    /// The files of the bundle that may be ring tones (B115); nil where they are not known.
    package var sounds: [String]?
    /// Grows with each installation: an app that is installed anew starts without a record of
    /// breaches (B127).
    package var generation: Int
    /// Its call directory extensions, in order of their identifiers; each must be this app's.
    package var directoryExtensions: [DirectoryExtension]

    package init(
        bundle: BundleID,
        name: String,
        hasVoIPBackgroundMode: Bool = true,
        pushEnvironment: PushEnvironment? = .production,
        linkedSDK: Int? = nil,
        sounds: [String]? = nil,
        generation: Int = 0,
        directoryExtensions: [DirectoryExtension] = []
    ) {
        self.bundle = bundle
        self.name = name
        self.hasVoIPBackgroundMode = hasVoIPBackgroundMode
        self.pushEnvironment = pushEnvironment
        self.linkedSDK = linkedSDK
        self.sounds = sounds
        self.generation = generation
        self.directoryExtensions = directoryExtensions
    }
}

/// A push that has come to the phone.
package struct ArrivedPush: Hashable, Sendable {
    /// Where it comes from.
    package enum Origin: Hashable, Sendable {
        /// The push service, which waits for its acknowledgement.
        case service
        /// An earlier run of the phone, which took it then and did not hand it over.
        case earlierRun(received: WallTime)
        /// The app's notification service extension (B136).
        case notificationExtension
    }

    package var id: PushID
    /// The push service's number of it.
    package var number: UInt64
    package var bundle: BundleID
    package var content: PushContent
    package var origin: Origin

    package init(
        id: PushID,
        number: UInt64 = 0,
        bundle: BundleID,
        payload: Bytes,
        accepted: WallTime? = nil,
        expiration: Int64? = nil,
        origin: Origin = .service
    ) {
        self.id = id
        self.number = number
        self.bundle = bundle
        content = PushContent(payload: payload, accepted: accepted, expiration: expiration)
        self.origin = origin
    }

    package var key: DeliveryKey { DeliveryKey(id, number) }
    package var payload: Bytes { content.payload }
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
    /// A process of that app's notification service extension has connected (B136);
    /// `canFilter` says whether it has the entitlement for filtering notifications.
    case extensionConnected(SessionID, BundleID, canFilter: Bool)
    case appDisconnected(SessionID)
    case app(SessionID, AppRequest)
    /// A person did something; the phone answers the ticket with ``PhoneEffect/answerUser(_:_:)``
    /// in the same step.
    case user(UserTicket, UserAction)
    /// How often apps broke their duty to report in earlier runs of the phone; once, at the start.
    case breachesCounted([BreachCount])
    /// The same push may come twice; the second changes nothing.
    case push(ArrivedPush)
    case launched(LaunchID, LaunchOutcome)
    /// The write of that ticket is durable (true) or has failed.
    case recorded(RecordTicket, Bool)
    /// The push service's token for an app.
    case tokenIssued(BundleID, Bytes)
    case tokenInvalidated(BundleID)
    /// What the person had set before; once, at the start, before the apps are known.
    case settingsKnown(PhoneSettings)
    /// What extensions have loaded before; once, at the start, before the apps are known.
    case directoriesStood([DirectoryStanding])
    /// An extension's data turned out damaged, and stands no more (B160).
    case directoryLost(ExtensionID)
    /// All contacts: at the start, and whenever they change.
    case contactsKnown([Contact])
    /// So many entries of that load have come so far.
    case directoryProgress(DirectoryLoadID, entries: Int)
    /// A load has ended, by itself or because it was cancelled; once for each
    /// ``PhoneEffect/loadDirectory(_:)``.
    case directoryLoaded(DirectoryLoadID, DirectoryLoadOutcome)
    /// The answer to ``PhoneEffect/identify(_:_:_:)``.
    case identified(IdentifyTicket, CallerIdentification)
    /// Something came from outside.
    case world(WorldEvent)
    /// A deadline was reached. Early and late ones are legal.
    case timePassed
}
