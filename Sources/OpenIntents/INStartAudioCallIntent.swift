// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// A person wants to call someone, as before iOS 13.
///
/// Apple has deprecated it in favour of ``INStartCallIntent``. Apps that run on both name both,
/// so the compiler does not warn of it here.
open class INStartAudioCallIntent: INIntent {
    /// What kind of call it is to be.
    open var destinationType: INCallDestinationType { destination }
    private let destination: INCallDestinationType

    /// Whom to call.
    open var contacts: [INPerson]? { people }
    private let people: [INPerson]?

    /// Makes an intent.
    public init(destinationType: INCallDestinationType, contacts: [INPerson]?) {
        destination = destinationType
        people = contacts
        super.init()
    }

    /// Makes an intent to call people, as before iOS 11.
    public convenience init(contacts: [INPerson]?) {
        self.init(destinationType: .unknown, contacts: contacts)
    }

    /// Writes all of it.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(destination.rawValue, forKey: "destination")
        coder.encode(people.map { NSArray(array: $0) }, forKey: "contacts")
    }

    /// Reads an intent; what the archive does not name is unknown.
    public required init?(coder: NSCoder) {
        let destination = coder.decodeInteger(forKey: "destination")
        self.destination = INCallDestinationType(rawValue: destination) ?? .unknown
        people = coder.archive.values(INPerson.self, "contacts")
        super.init(coder: coder)
    }
}
