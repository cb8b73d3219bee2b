// SPDX-License-Identifier: Apache-2.0

/// Whom an app is to call at the person's wish: what an `INStartCallIntent` carries (B112).
package struct StartCallIntent: Hashable, Sendable, Codable {
    /// By which of its intents the system says it.
    package enum Activity: String, Hashable, Sendable, Codable, CaseIterable {
        /// From iOS 13 on, for calls of both kinds.
        case startCall
        /// Until iOS 12.
        case startAudioCall
        case startVideoCall

        /// `NSUserActivity.activityType`.
        package var activityType: String {
            switch self {
            case .startCall: "INStartCallIntent"
            case .startAudioCall: "INStartAudioCallIntent"
            case .startVideoCall: "INStartVideoCallIntent"
            }
        }
    }

    package var handle: Handle
    package var isVideo: Bool
    /// What Contacts calls the person; the phone looks it up where it is nil.
    package var contactName: String?
    /// The phone sets it, whatever a tool has said.
    package var activity: Activity

    package init(
        handle: Handle,
        isVideo: Bool = false,
        contactName: String? = nil,
        activity: Activity = .startCall
    ) {
        self.handle = handle
        self.isVideo = isVideo
        self.contactName = contactName
        self.activity = activity
    }
}
