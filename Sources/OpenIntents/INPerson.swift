// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// Where a person's handle is from, for the system's suggestions: there are none here.
public enum INPersonSuggestionType: Int, Sendable {
    /// Nowhere in particular.
    case none = 0
    /// A social network.
    case socialProfile = 1
    /// A messenger.
    case instantMessageAddress = 2
}

/// A person whom an intent is about.
///
/// Two people are equal when all that is known of them is.
open class INPerson: NSObject, NSCopying, NSSecureCoding {
    /// How to reach the person.
    open var personHandle: INPersonHandle? { handle }
    private let handle: INPersonHandle?

    /// The parts of the person's name.
    open var nameComponents: PersonNameComponents? { components }
    private let components: PersonNameComponents?

    /// The person's name.
    ///
    /// Where none was given: the given name and the family name, else the handle's value, else
    /// nothing. Unconfirmed: what Apple's makes of it then.
    open var displayName: String {
        if let name { return name }
        let parts = [components?.givenName, components?.familyName].compactMap(\.self)
        return parts.isEmpty ? handle?.value ?? "" : parts.joined(separator: " ")
    }
    private let name: String?

    /// A picture of the person.
    open var image: INImage? { picture }
    private let picture: INImage?

    /// What Contacts calls the person's card; nil for all that a phone here hands out.
    open var contactIdentifier: String? { contact }
    private let contact: String?

    /// What the app calls the person.
    open var customIdentifier: String? { custom }
    private let custom: String?

    /// What the person is to the one whose phone it is.
    open var relationship: INPersonRelationship? { relation }
    private let relation: INPersonRelationship?

    /// Other ways to reach the person.
    open var aliases: [INPersonHandle]? { otherHandles }
    private let otherHandles: [INPersonHandle]?

    /// Where the handle is from.
    open var suggestionType: INPersonSuggestionType { suggestion }
    private let suggestion: INPersonSuggestionType

    /// Whether the person is the one whose phone it is.
    open var isMe: Bool { me }
    private let me: Bool

    private init(
        _ handle: INPersonHandle?, _ components: PersonNameComponents?, _ name: String?,
        _ picture: INImage?, _ contact: String?, _ custom: String?,
        relation: INPersonRelationship? = nil, aliases: [INPersonHandle]? = nil,
        suggestion: INPersonSuggestionType = .none, isMe: Bool = false
    ) {
        self.handle = handle
        self.components = components
        self.name = name
        self.picture = picture
        self.contact = contact
        self.custom = custom
        self.relation = relation
        otherHandles = aliases
        self.suggestion = suggestion
        me = isMe
    }

    /// Makes a person who may be the one whose phone it is.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?, isMe: Bool
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            isMe: isMe)
    }

    /// Makes a person.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier)
    }

    /// Makes a person who is something to the one whose phone it is.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?,
        relationship: INPersonRelationship?
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            relation: relationship)
    }

    /// Makes a person who can be reached in several ways.
    public convenience init(
        personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
        image: INImage?, contactIdentifier: String?, customIdentifier: String?,
        aliases: [INPersonHandle]?, suggestionType: INPersonSuggestionType
    ) {
        self.init(
            personHandle, nameComponents, displayName, image, contactIdentifier, customIdentifier,
            aliases: aliases, suggestion: suggestionType)
    }

    // MARK: NSObject

    /// Whether both are known by the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? INPerson else { return false }
        return handle == other.handle && components == other.components && name == other.name
            && picture == other.picture && contact == other.contact && custom == other.custom
            && relation == other.relation && otherHandles == other.otherHandles && me == other.me
            && suggestion == other.suggestion
    }

    /// A hash of the handle and the names.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(handle)
        hasher.combine(name)
        hasher.combine(custom)
        return hasher.finalize()
    }

    /// Itself: nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes all that is known, but for the parts of the name beside given and family name.
    open func encode(with coder: NSCoder) {
        coder.encode(handle, forKey: "handle")
        coder.encode(components?.givenName.map(NSString.init(string:)), forKey: "givenName")
        coder.encode(components?.familyName.map(NSString.init(string:)), forKey: "familyName")
        coder.encode(name.map(NSString.init(string:)), forKey: "name")
        coder.encode(picture, forKey: "picture")
        coder.encode(contact.map(NSString.init(string:)), forKey: "contact")
        coder.encode(custom.map(NSString.init(string:)), forKey: "custom")
        coder.encode((relation?.rawValue).map(NSString.init(string:)), forKey: "relation")
        coder.encode(otherHandles.map { NSArray(array: $0) }, forKey: "aliases")
        coder.encode(suggestion.rawValue, forKey: "suggestion")
        coder.encode(me, forKey: "me")
    }

    /// Reads a person.
    public required init?(coder: NSCoder) {
        handle = coder.archive.value(INPersonHandle.self, "handle")
        components = coder.archive.names()
        name = coder.archive.text("name")
        picture = coder.archive.value(INImage.self, "picture")
        contact = coder.archive.text("contact")
        custom = coder.archive.text("custom")
        relation = coder.archive.text("relation").map(INPersonRelationship.init(rawValue:))
        otherHandles = coder.archive.values(INPersonHandle.self, "aliases")
        let suggestion = coder.decodeInteger(forKey: "suggestion")
        self.suggestion = INPersonSuggestionType(rawValue: suggestion) ?? .none
        me = coder.decodeBool(forKey: "me")
    }
}
