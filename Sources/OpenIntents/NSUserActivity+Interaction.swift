// SPDX-License-Identifier: Apache-2.0
import CallModel
@_exported public import OpenFoundation

extension NSUserActivity {
    /// What the person wants: there for an activity by which the system asks to call someone.
    ///
    /// The same object each time; nil for the app's own activities.
    public var interaction: INInteraction? {
        (self as? StartCallActivity)?.attached { INInteraction($0) }
    }
}

extension INInteraction {
    /// What an activity from Recents or Contacts carries (B112).
    convenience init(_ startCall: StartCallIntent) {
        self.init(intent: Self.intent(startCall), response: nil)
        direction = .outgoing
    }

    /// The intent that the phone's system says it by: one for both kinds of calls from iOS 13 on.
    private static func intent(_ startCall: StartCallIntent) -> INIntent {
        let people = [INPerson(startCall)]
        return switch startCall.activity {
        case .startCall:
            INStartCallIntent(
                callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown,
                destinationType: .normal, contacts: people,
                callCapability: startCall.isVideo ? .videoCall : .audioCall)
        case .startAudioCall:
            INStartAudioCallIntent(destinationType: .normal, contacts: people)
        case .startVideoCall:
            INStartVideoCallIntent(contacts: people)
        }
    }
}

extension INPerson {
    /// The name is that which Contacts knows; without one, ``displayName`` is the handle's value.
    convenience init(_ startCall: StartCallIntent) {
        self.init(
            personHandle: INPersonHandle(startCall.handle), nameComponents: nil,
            displayName: startCall.contactName, image: nil, contactIdentifier: nil,
            customIdentifier: nil)
    }
}

extension INPersonHandle {
    /// A handle of the app's own kind is of unknown type: Intents has no other for it.
    convenience init(_ handle: Handle) {
        let type: INPersonHandleType =
            switch handle.kind {
            case .generic: .unknown
            case .phoneNumber: .phoneNumber
            case .emailAddress: .emailAddress
            }
        self.init(value: handle.value, type: type)
    }
}
