// SPDX-License-Identifier: Apache-2.0

/// What became of a call.
public enum INCallRecordType: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// It was made here.
    case outgoing = 1
    /// Nobody took it.
    case missed = 2
    /// It was taken.
    case received = 3
    /// It is the newest.
    case latest = 4
    /// It went to the mailbox.
    case voicemail = 5
    /// It rings.
    case ringing = 6
    /// It goes on.
    case inProgress = 7
    /// It is on hold.
    case onHold = 8
}

/// What became of some calls: each that a filter lets pass.
public struct INCallRecordTypeOptions: OptionSet, Sendable {
    /// One bit for each.
    public let rawValue: UInt

    /// Makes the set of those bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Those made here.
    public static let outgoing = INCallRecordTypeOptions(rawValue: 1 << 0)
    /// Those that nobody took.
    public static let missed = INCallRecordTypeOptions(rawValue: 1 << 1)
    /// Those taken.
    public static let received = INCallRecordTypeOptions(rawValue: 1 << 2)
    /// The newest.
    public static let latest = INCallRecordTypeOptions(rawValue: 1 << 3)
    /// Those that went to the mailbox.
    public static let voicemail = INCallRecordTypeOptions(rawValue: 1 << 4)
    /// Those that ring.
    public static let ringing = INCallRecordTypeOptions(rawValue: 1 << 5)
    /// Those that go on.
    public static let inProgress = INCallRecordTypeOptions(rawValue: 1 << 6)
    /// Those on hold.
    public static let onHold = INCallRecordTypeOptions(rawValue: 1 << 7)
}
