// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Intents

/// Whom the user wants to call, as Recents and Contacts say it.
struct StartCallRequest {
    let handle: CXHandle
    let hasVideo: Bool

    /// Nil for an activity that is not about a call, and for a call to nobody.
    init?(_ activity: NSUserActivity) {
        let contact: INPerson?
        switch activity.interaction?.intent {
        case let intent as INStartCallIntent:
            contact = intent.contacts?.first
            hasVideo = intent.callCapability == .videoCall
        // Before iOS 13 there was an intent for each kind of call.
        case let intent as INStartAudioCallIntent:
            contact = intent.contacts?.first
            hasVideo = false
        case let intent as INStartVideoCallIntent:
            contact = intent.contacts?.first
            hasVideo = true
        default: return nil
        }
        guard let personHandle = contact?.personHandle, let value = personHandle.value else {
            return nil
        }
        handle = CXHandle(
            type: personHandle.type == .phoneNumber ? .phoneNumber : .generic, value: value)
    }
}
