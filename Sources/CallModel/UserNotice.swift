// SPDX-License-Identifier: Apache-2.0

/// What the phone says to a person's tool.
package enum UserNotice: Hashable, Sendable, Codable {
    case welcome(version: Int)
    case refused(String)
    case reply(RequestID, UserReply)
}

/// The answer to one ``UserRequest``.
package enum UserReply: Hashable, Sendable, Codable {
    case done
    /// What was wrong, and what to do about it.
    case failed(String)
    case status(PhoneStatus)
    case calls([CallSummary])
    case recents([RecentCall])
    case pushes([PushRecord])
    case apps([AppSummary])
    case installed(AppSummary)
    case directories([DirectorySummary])
    case blockedCalls([BlockedCall])
    case lookedUp(NumberLookUp)
    case contactsImported(ContactImport)
    case contacts([Contact])
    case blockList([Handle])
}

/// How a phone stands.
package struct PhoneStatus: Hashable, Sendable, Codable {
    package var processID: Int
    package var startedAt: WallTime
    /// `host:port` of the push service, nil where none is set.
    package var gateway: String?
    package var isGatewayConnected: Bool
    package var calls: Int
    package var runningApps: [BundleID]
    /// Pushes that an app had in hand when the phone was killed last.
    package var lostPushes: Int

    package init(
        processID: Int,
        startedAt: WallTime,
        gateway: String?,
        isGatewayConnected: Bool,
        calls: Int,
        runningApps: [BundleID],
        lostPushes: Int = 0
    ) {
        self.processID = processID
        self.startedAt = startedAt
        self.gateway = gateway
        self.isGatewayConnected = isGatewayConnected
        self.calls = calls
        self.runningApps = runningApps
        self.lostPushes = lostPushes
    }
}

/// A call as its person sees it.
package struct CallSummary: Hashable, Sendable, Codable {
    /// Where a call stands.
    package enum State: String, Hashable, Sendable, Codable {
        case ringing
        case connecting
        case connected
        case held
        case ending
    }

    package var id: CallID
    package var bundle: BundleID
    package var state: State
    package var isOutgoing: Bool
    package var handle: Handle?
    /// What is shown: the app's name of the caller, else that of Contacts, else the label (B102).
    package var name: String?
    /// What an extension says of the number, whether it is shown or not.
    package var label: CallerLabel?
    package var hasVideo: Bool
    package var began: WallTime
    package var connected: WallTime?
    package var isMuted: Bool
    /// Calls of one number are one group (B89); the numbers mean nothing else.
    package var group: Int
    /// What its app lets its person do with it (B100, B101).
    package var offers: CallOffers

    package init(
        id: CallID,
        bundle: BundleID,
        state: State,
        isOutgoing: Bool,
        handle: Handle?,
        name: String?,
        label: CallerLabel? = nil,
        hasVideo: Bool,
        began: WallTime,
        connected: WallTime?,
        isMuted: Bool = false,
        group: Int = 0,
        offers: CallOffers = []
    ) {
        self.isMuted = isMuted
        self.group = group
        self.offers = offers
        self.id = id
        self.bundle = bundle
        self.state = state
        self.isOutgoing = isOutgoing
        self.handle = handle
        self.name = name
        self.label = label
        self.hasVideo = hasVideo
        self.began = began
        self.connected = connected
    }
}

/// What a call's app lets its person do with it: what its updates said, or what counts where they
/// said nothing (B100, B101).
package struct CallOffers: OptionSet, Hashable, Sendable, Codable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let holding = Self(rawValue: 1)
    package static let grouping = Self(rawValue: 2)
    package static let ungrouping = Self(rawValue: 4)
    package static let dtmf = Self(rawValue: 8)
    package static let translation = Self(rawValue: 16)
}

/// A button of the screen of a ringing call (B81, B85, B90, B91).
package enum AnswerChoice: String, Hashable, Sendable, Codable, CaseIterable {
    case decline
    case accept
    case endAndAccept
    case holdAndAccept
    case endHeldAndAccept
}

/// The bundle that calls of the cellular network are shown under: the phone's own app.
package let cellularBundle: BundleID = "com.apple.mobilephone"

/// An installed app as its person sees it.
package struct AppSummary: Hashable, Sendable, Codable {
    package var bundle: BundleID
    package var name: String
    package var path: String
    package var isLinked: Bool
    package var isRunning: Bool
    /// The VoIP token once the push service has issued it.
    package var pushToken: Bytes?
    /// Where its token is valid; nil where it gets none, for want of `aps-environment`.
    package var pushEnvironment: PushEnvironment?
    /// `supportedHandleTypes` of its last provider, in order of the raw values, also while it does
    /// not run: whom Recents and Contacts offer to call with it (B112).
    package var handleKinds: [Handle.Kind]

    package init(
        bundle: BundleID,
        name: String,
        path: String,
        isLinked: Bool,
        isRunning: Bool = false,
        pushToken: Bytes? = nil,
        pushEnvironment: PushEnvironment? = nil,
        handleKinds: [Handle.Kind] = []
    ) {
        self.bundle = bundle
        self.name = name
        self.path = path
        self.isLinked = isLinked
        self.isRunning = isRunning
        self.pushToken = pushToken
        self.pushEnvironment = pushEnvironment
        self.handleKinds = handleKinds
    }
}
