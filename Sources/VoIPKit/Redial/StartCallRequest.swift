// SPDX-License-Identifier: Apache-2.0
// Where Foundation has no activities, Intents brings them.
#if canImport(Darwin)
public import Foundation
import Intents
#else
import Foundation
public import Intents
#endif

/// Whom a person wants to call, from Recents, Contacts or by voice (B112).
public struct StartCallRequest: Hashable, Sendable {
    /// How the other side is reached.
    ///
    /// A handle of the app's own kind comes as `generic`: Intents has no other word for it.
    public let handle: CallHandle
    /// What Contacts calls the other side; nil where the system knows but the handle.
    public let name: String?
    /// Whether the person asked for video.
    public let hasVideo: Bool

    /// Reads what the system hands to `application(_:continue:restorationHandler:)` or
    /// `scene(_:continue:)`.
    ///
    /// Of several people the first counts: who is to join later is the app's to ask.
    ///
    /// - Parameter activity: Any activity. Nil comes of one that asks for no call, or that names
    ///   nobody who can be reached: it is for someone else then.
    public init?(_ activity: NSUserActivity) {
        guard let intent = activity.interaction?.intent else { return nil }
        self.init(intent, isVideo: activity.activityType == "INStartVideoCallIntent")
    }

    init?(_ intent: INIntent, isVideo: Bool) {
        let people: [INPerson]?
        var hasVideo = isVideo
        switch intent {
        case let intent as INStartCallIntent:
            people = Self.people(of: intent)
            hasVideo = hasVideo || intent.callCapability == .videoCall
        case let intent as INStartAudioCallIntent: people = intent.contacts
        case let intent as INStartVideoCallIntent:
            people = intent.contacts
            hasVideo = true
        default: return nil
        }
        guard let person = people?.first, let handle = Self.handle(of: person) else { return nil }
        self.handle = handle
        self.hasVideo = hasVideo
        let name = person.displayName
        self.name = name.isEmpty || name == handle.value ? nil : name
    }

    /// Those to be called, else whoever is to be called back.
    private static func people(of intent: INStartCallIntent) -> [INPerson]? {
        if let contacts = intent.contacts, !contacts.isEmpty { return contacts }
        guard #available(iOS 14, macCatalyst 14, *) else { return nil }
        return intent.callRecordToCallBack?.caller.map { [$0] }
    }

    private static func handle(of person: INPerson) -> CallHandle? {
        let handles = [person.personHandle].compactMap { $0 } + (person.aliases ?? [])
        for handle in handles {
            guard let value = handle.value, !value.isEmpty else { continue }
            switch handle.type {
            case .phoneNumber: return CallHandle(.phoneNumber, value)
            case .emailAddress: return CallHandle(.emailAddress, value)
            default: return CallHandle(.generic, value)
            }
        }
        return nil
    }
}
