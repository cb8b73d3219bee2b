// SPDX-License-Identifier: Apache-2.0

/// What became of one push: a line of `gateway log` and `gateway received`.
///
/// Of the token it has the head alone.
package struct PushReport: Hashable, Sendable, Codable {
    /// How far a push has come.
    package enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// The provider was told why not.
        case refused
        /// The provider has its 200, and the push is on its way or waits for its phone.
        case accepted
        /// It is on the wire to its phone, which has not said that it has it.
        case sent
        /// The phone has it.
        case acknowledged
        /// Its time was over before a phone had it.
        case expired
        /// A newer push for the same app took its place while the phone was away.
        case displaced
        /// A newer push with the same collapse identifier took its place.
        case collapsed
        /// It was accepted and not handed over, for the reason in ``PushReport/detail``.
        case dropped
        /// Its token went, and it went along.
        case removed

        /// Whether nothing more will happen to it.
        package var isFinal: Bool { self != .accepted && self != .sent }
    }

    /// Grows with each push since the start of the gateway.
    package var number: UInt64
    /// When it was answered, in milliseconds since 1970.
    package var at: Int64
    /// `production` or `development`.
    package var environment: String
    package var topic: String?
    /// The first 8 hexadecimal digits.
    package var token: String?
    /// The `apns-id`.
    package var id: String
    /// The `apns-unique-id`, in development alone.
    package var uniqueID: String?
    package var type: String?
    package var priority: Int?
    /// UNIX seconds; nil where the provider gave none.
    package var expiration: Int64?
    package var byteCount: Int
    /// The HTTP status of the answer.
    package var status: Int
    /// In Apple's spelling; nil for 200.
    package var reason: String?
    package var state: State
    /// More about the state, in words.
    package var detail: String?
    /// When the store had it.
    package var storedAt: Int64?
    /// When it was first handed to its phone's connection.
    package var sentAt: Int64?
    /// When it came to its end, whichever.
    package var endedAt: Int64?
    /// What was let through though it is not as it should be.
    package var remarks: [String]
    /// The payload where it was kept and is text.
    package var payload: String?

    package init(number: UInt64, at: Int64, environment: String, id: String, status: Int) {
        self.number = number
        self.at = at
        self.environment = environment
        self.id = id
        self.status = status
        byteCount = 0
        state = .refused
        remarks = []
    }
}

/// Which pushes of the journal are asked for.
package struct JournalQuery: Hashable, Sendable, Codable {
    /// A token in hexadecimal, or its beginning, of 1 digit or more.
    package var token: String?
    package var topic: String?
    /// At most so many, the newest; all where it is nil.
    package var count: Int?
    /// Whether to go on with what happens from now on.
    package var follows: Bool

    package init(
        token: String? = nil, topic: String? = nil, count: Int? = nil, follows: Bool = false
    ) {
        self.token = token
        self.topic = topic
        self.count = count
        self.follows = follows
    }

    /// Whether the push is one of those.
    package func fits(_ report: PushReport) -> Bool {
        if let topic, report.topic != topic { return false }
        guard let token else { return true }
        guard let head = report.token else { return false }
        let asked = token.lowercased()
        return asked.hasPrefix(head) || head.hasPrefix(asked)
    }
}
