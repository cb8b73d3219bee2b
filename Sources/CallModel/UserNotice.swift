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

    package init(
        processID: Int,
        startedAt: WallTime,
        gateway: String?,
        isGatewayConnected: Bool,
        calls: Int,
        runningApps: [BundleID]
    ) {
        self.processID = processID
        self.startedAt = startedAt
        self.gateway = gateway
        self.isGatewayConnected = isGatewayConnected
        self.calls = calls
        self.runningApps = runningApps
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
    package var name: String?
    package var hasVideo: Bool
    package var began: WallTime
    package var connected: WallTime?

    package init(
        id: CallID,
        bundle: BundleID,
        state: State,
        isOutgoing: Bool,
        handle: Handle?,
        name: String?,
        hasVideo: Bool,
        began: WallTime,
        connected: WallTime?
    ) {
        self.id = id
        self.bundle = bundle
        self.state = state
        self.isOutgoing = isOutgoing
        self.handle = handle
        self.name = name
        self.hasVideo = hasVideo
        self.began = began
        self.connected = connected
    }
}

/// An installed app as its person sees it.
package struct AppSummary: Hashable, Sendable, Codable {
    package var bundle: BundleID
    package var name: String
    package var path: String
    package var isLinked: Bool
    package var isRunning: Bool
    /// The VoIP token once the push service has issued it.
    package var pushToken: Bytes?

    package init(
        bundle: BundleID,
        name: String,
        path: String,
        isLinked: Bool,
        isRunning: Bool = false,
        pushToken: Bytes? = nil
    ) {
        self.bundle = bundle
        self.name = name
        self.path = path
        self.isLinked = isLinked
        self.isRunning = isRunning
        self.pushToken = pushToken
    }
}
