// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// A person wants to call someone with video, as before iOS 13.
///
/// Apple has deprecated it in favour of ``INStartCallIntent``. Apps that run on both name both,
/// so the compiler does not warn of it here.
open class INStartVideoCallIntent: INIntent {
    /// Whom to call.
    open var contacts: [INPerson]? { people }
    private let people: [INPerson]?

    /// Makes an intent.
    public init(contacts: [INPerson]?) {
        people = contacts
        super.init()
    }

    /// Writes all of it.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(people.map { NSArray(array: $0) }, forKey: "contacts")
    }

    /// Reads an intent.
    public required init?(coder: NSCoder) {
        people = coder.archive.values(INPerson.self, "contacts")
        super.init(coder: coder)
    }
}
