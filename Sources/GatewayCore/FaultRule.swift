// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Which requests, deliveries or connections a fault is for.
package struct FaultMatch: Hashable, Sendable {
    /// What the token must begin with; nil is any.
    package var tokenPrefix: [UInt8]?
    /// What `apns-topic` must be; nil is any.
    package var topic: String?
    /// New connections of providers instead of requests.
    package var isForConnections: Bool
    /// Of those that match, only each so-many-th.
    package var everyNth: Int?
    /// How often it may still happen; nil is without end.
    package var timesLeft: Int?

    package init(
        tokenPrefix: [UInt8]? = nil,
        topic: String? = nil,
        isForConnections: Bool = false,
        everyNth: Int? = nil,
        timesLeft: Int? = nil
    ) {
        self.tokenPrefix = tokenPrefix
        self.topic = topic
        self.isForConnections = isForConnections
        self.everyNth = everyNth
        self.timesLeft = timesLeft
    }
}

/// What goes wrong on purpose.
package enum FaultAction: Hashable, Sendable {
    /// The request is answered with that reason, whatever it is.
    case answer(APNsReason)
    /// The request is looked at later.
    case delay(Interval)
    /// The request is never answered.
    case stall
    /// The connection is cut without a farewell.
    case drop
    case goAway(APNsReason?)
    /// The whole service is away at once: all connections are cut, also those of devices, and new
    /// ones as they come.
    case away(Interval)
    /// The accepted push is delivered later.
    case delayDelivery(Interval)
    /// The accepted push is delivered after the next one of its device, or after a second.
    case reorderDeliveries
    /// The accepted push is delivered twice.
    case duplicateDelivery
    /// The delivery does not arrive: a stored push is sent again when the device reconnects.
    case loseDelivery

    /// Whether it happens to an accepted push and not to a request or a connection.
    package var isOfDelivery: Bool {
        switch self {
        case .delayDelivery, .reorderDeliveries, .duplicateDelivery, .loseDelivery: true
        case .answer, .delay, .stall, .drop, .goAway, .away: false
        }
    }
}

/// A fault on purpose, until it is removed or used up.
package struct FaultRule: Hashable, Sendable {
    package var match: FaultMatch
    package var action: FaultAction

    package init(match: FaultMatch = FaultMatch(), action: FaultAction) {
        self.match = match
        self.action = action
    }

    /// Why it cannot be, in words with the next step; nil if it can.
    package var problem: String? {
        if let nth = match.everyNth, nth < 1 { return "every \(nth)-th: give 1 or more" }
        if let times = match.timesLeft, times < 1 { return "\(times) times: give 1 or more" }
        if match.isForConnections {
            if match.tokenPrefix != nil || match.topic != nil {
                return "a new connection has no token and no topic yet: leave both out"
            }
            switch action {
            case .drop, .goAway: return nil
            default: return "only drop and goaway can happen to new connections"
            }
        }
        guard case .away = action else { return nil }
        return match == FaultMatch()
            ? nil : "the service is away for everyone, at once: leave the conditions out"
    }
}

/// A fault as it stands.
package struct FaultStatus: Hashable, Sendable {
    /// From 1, in the order of adding; not used twice.
    package var number: Int
    /// With the times that are left.
    package var rule: FaultRule
    /// How often it has happened.
    package var hitCount: Int
}
