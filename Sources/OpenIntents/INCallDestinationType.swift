// SPDX-License-Identifier: Apache-2.0

/// What kind of call is to be made.
public enum INCallDestinationType: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// One to a person.
    case normal = 1
    /// One to the emergency services.
    case emergency = 2
    /// One to the mailbox.
    case voicemail = 3
    /// One to whom was called last.
    case redial = 4
    /// One to who called last.
    case callBack = 5
}
