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
    case pushes(limit: Int, before: PushID? = nil)
    case apps
    /// A path of a bundle folder; a linked bundle stays where it is, so that a debugger can build
    /// into it.
    case installApp(path: String, isLinked: Bool)
    case removeApp(BundleID)
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
    /// Declines or ends (B20).
    case end(CallID?)
    /// Taps the app's icon: starts it, or brings it to the front.
    case openApp(BundleID)
    /// Swipes the app away.
    case closeApp(BundleID)
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
