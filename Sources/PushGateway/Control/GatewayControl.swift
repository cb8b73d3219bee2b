// SPDX-License-Identifier: Apache-2.0

/// What a user asks a running gateway over its control socket, in frames.
///
/// Several may be asked on one connection; they are answered in their order, but for what must be
/// stored or read first: that is answered when it is.
package enum GatewayControlRequest: Hashable, Sendable, Codable {
    /// The version of this dialogue, which both sides must share.
    package static let version = 2

    /// The first message.
    case hello(version: Int)
    case status
    case issueActivation
    /// Pushes, oldest first, each a ``GatewayControlReply/push(_:)``; where the query follows, what
    /// happens from then on as well, for as long as the connection is.
    case journal(JournalQuery)
    case addFault(FaultForm)
    /// Each a ``GatewayControlReply/fault(_:)``.
    case faults
    case removeFault(number: Int)
    case removeAllFaults
    /// Take up the keys and revocations of the state folder.
    case reload
    /// Each a ``GatewayControlReply/device(_:)``.
    case devices
    /// Its tokens and pushes go with it.
    case removeDevice(id: String)
}

/// What the gateway answers.
package enum GatewayControlReply: Hashable, Sendable, Codable {
    /// The first message.
    case welcome(version: Int)
    case status(GatewayStatusReport)
    /// A one-time code, good for an hour. It is kept nowhere: show it.
    case activation(code: String)
    case push(PushReport)
    case fault(FaultReport)
    case device(DeviceReport)
    /// The last of a list; after it come changes alone, where they were asked for.
    case end
    /// It is done, with what there is to say about it.
    case done(String)
    /// Why not, in words.
    case refused(String)
}

/// A fault that waits for its pushes.
package struct FaultReport: Hashable, Sendable, Codable {
    /// By which it can be removed.
    package var number: Int
    package var fault: FaultForm
    /// How often it has happened.
    package var hits: Int

    package init(number: Int, fault: FaultForm, hits: Int) {
        self.number = number
        self.fault = fault
        self.hits = hits
    }
}

/// A phone that the gateway knows.
package struct DeviceReport: Hashable, Sendable, Codable {
    package struct Token: Hashable, Sendable, Codable {
        package var bundle: String
        /// `production` or `development`.
        package var environment: String
        /// `voip` or `alert`.
        package var kind: String
        /// The first 8 hexadecimal digits.
        package var token: String
    }

    package var id: String
    package var isConnected: Bool
    /// Pushes that wait for it.
    package var outstanding: Int
    package var tokens: [Token]
}
