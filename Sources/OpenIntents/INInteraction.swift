// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// How far an app has come with an intent.
public enum INIntentHandlingStatus: Int, Sendable {
    /// Nobody has said.
    case unspecified = 0
    /// It can begin.
    case ready = 1
    /// It is at work.
    case inProgress = 2
    /// It has done it.
    case success = 3
    /// It could not.
    case failure = 4
    /// It will do it once it is in front.
    case deferredToApplication = 5
    /// The person must agree first.
    case userConfirmationRequired = 6
}

/// Who began an interaction.
public enum INInteractionDirection: Int, Sendable {
    /// Nobody has said.
    case unspecified = 0
    /// The person whose phone it is.
    case outgoing = 1
    /// Someone else.
    case incoming = 2
}

/// An intent, and what an app answered to it.
///
/// An activity that asks to call someone has one (`NSUserActivity.interaction`). Apps make others
/// to tell the system what a person does with them; here is no Siri to learn from it, so they are
/// kept nowhere.
open class INInteraction: NSObject, NSSecureCoding, NSCopying {
    /// What the person wants.
    open var intent: INIntent { wish }
    private let wish: INIntent

    /// What the app answered.
    open var intentResponse: INIntentResponse? { response }
    private let response: INIntentResponse?

    /// How far the app has come: for an activity from the system, nobody has said.
    open var intentHandlingStatus: INIntentHandlingStatus { .unspecified }

    /// Who began it.
    open var direction: INInteractionDirection = .unspecified

    /// When it was.
    open var dateInterval: DateInterval?

    /// What to delete it by: a UUID, unless the app sets another.
    open var identifier = UUID().uuidString

    /// What to delete it by along with others.
    open var groupIdentifier: String?

    /// Makes an interaction.
    public init(intent: INIntent, response: INIntentResponse?) {
        wish = intent
        self.response = response
    }

    // MARK: Donations

    /// Tells the system of the interaction, which forgets it.
    ///
    /// - Parameter completion: Called at once, without an error.
    open func donate(completion: (((any Error)?) -> Void)? = nil) { completion?(nil) }

    /// Tells the system of the interaction, which forgets it.
    open func donate() async throws {}

    /// Deletes all that the app has told: nothing is kept.
    ///
    /// - Parameter completion: Called at once, without an error.
    open class func deleteAll(completion: (((any Error)?) -> Void)? = nil) { completion?(nil) }

    /// Deletes all that the app has told: nothing is kept.
    open class func deleteAll() async throws {}

    /// Deletes those of these names: nothing is kept, so it is done at once.
    open class func delete(
        with identifiers: [String], completion: (((any Error)?) -> Void)? = nil
    ) { completion?(nil) }

    /// Deletes those of these names: nothing is kept.
    open class func delete(with identifiers: [String]) async throws {}

    /// Deletes those of that group: nothing is kept, so it is done at once.
    open class func delete(
        with groupIdentifier: String, completion: (((any Error)?) -> Void)? = nil
    ) { completion?(nil) }

    /// Deletes those of that group: nothing is kept.
    open class func delete(with groupIdentifier: String) async throws {}

    // MARK: NSObject

    /// An interaction that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = INInteraction(intent: wish, response: response)
        copy.direction = direction
        copy.dateInterval = dateInterval
        copy.identifier = identifier
        copy.groupIdentifier = groupIdentifier
        return copy
    }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes all of it.
    open func encode(with coder: NSCoder) {
        coder.encode(wish, forKey: "intent")
        coder.encode(response, forKey: "response")
        coder.encode(direction.rawValue, forKey: "direction")
        coder.encode(dateInterval.map { $0.start as NSDate }, forKey: "start")
        coder.encode((dateInterval?.duration).map(NSNumber.init(value:)), forKey: "duration")
        coder.encode(identifier as NSString, forKey: "identifier")
        coder.encode(groupIdentifier.map(NSString.init(string:)), forKey: "group")
    }

    /// Reads an interaction; nil where the archive holds no intent.
    public required init?(coder: NSCoder) {
        guard let intent = coder.archive.intent("intent") else { return nil }
        wish = intent
        response = coder.archive.response("response")
        let direction = coder.decodeInteger(forKey: "direction")
        self.direction = INInteractionDirection(rawValue: direction) ?? .unspecified
        let duration = coder.archive.value(NSNumber.self, "duration")?.doubleValue ?? 0
        dateInterval = coder.archive.value(NSDate.self, "start").flatMap {
            duration >= 0 ? DateInterval(start: $0 as Date, duration: duration) : nil
        }
        identifier = coder.archive.text("identifier") ?? UUID().uuidString
        groupIdentifier = coder.archive.text("group")
    }
}
