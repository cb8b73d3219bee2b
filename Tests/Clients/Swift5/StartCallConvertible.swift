// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import Intents

/// What can say whom to call: a URL, an activity.
package protocol StartCallConvertible {
    var startCallHandle: String? { get }
    var video: Bool? { get }
}

extension StartCallConvertible {
    package var video: Bool? { nil }
}

/// The intents of all systems that the app runs on.
protocol SupportedStartCallIntent {
    var contacts: [INPerson]? { get }
}

extension INStartCallIntent: SupportedStartCallIntent {}
extension INStartAudioCallIntent: SupportedStartCallIntent {}
extension INStartVideoCallIntent: SupportedStartCallIntent {}

extension NSUserActivity: StartCallConvertible {
    package var startCallHandle: String? {
        guard let interaction,
            let startCallIntent = interaction.intent as? SupportedStartCallIntent,
            let contact = startCallIntent.contacts?.first
        else { return nil }
        return contact.personHandle?.value
    }

    package var video: Bool? {
        if let intent = interaction?.intent as? INStartCallIntent {
            return intent.callCapability == .videoCall
        }
        return activityType == String(describing: INStartVideoCallIntent.self)
    }
}

extension URL: StartCallConvertible {
    package var startCallHandle: String? { scheme == "hotline" ? host : nil }
}

/// Keeps a call that was made in mind for Siri and the share sheet.
package final class CallDonor {
    package init() {}

    package func donate(handle: CXHandle, name: String, isVideo: Bool) async throws {
        let type: INPersonHandleType
        switch handle.type {
        case .phoneNumber: type = .phoneNumber
        case .emailAddress: type = .emailAddress
        case .generic: type = .unknown
        @unknown default: type = .unknown
        }
        let person = INPerson(
            personHandle: INPersonHandle(value: handle.value, type: type), nameComponents: nil,
            displayName: name, image: nil, contactIdentifier: nil, customIdentifier: handle.value)
        let intent = INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: nil, audioRoute: .unknown,
            destinationType: .normal, contacts: [person],
            callCapability: isVideo ? .videoCall : .audioCall)
        let interaction = INInteraction(intent: intent, response: nil)
        interaction.direction = .outgoing
        interaction.donate { error in
            if let error { NSLog("donation: \(error)") }
        }
        try await interaction.donate()
    }
}
