// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// Which calls a person means.
open class INCallRecordFilter: NSObject, NSCopying, NSSecureCoding {
    /// Those with these people.
    open var participants: [INPerson]? { people }
    private let people: [INPerson]?

    /// Those of which one of these became.
    open var callTypes: INCallRecordTypeOptions { types }
    private let types: INCallRecordTypeOptions

    /// Those with or without video.
    open var callCapability: INCallCapability { capability }
    private let capability: INCallCapability

    /// Makes a filter.
    public init(
        participants: [INPerson]?, callTypes: INCallRecordTypeOptions = [],
        callCapability: INCallCapability
    ) {
        people = participants
        types = callTypes
        capability = callCapability
    }

    /// Itself: nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes all of it.
    open func encode(with coder: NSCoder) {
        coder.encode(people.map { NSArray(array: $0) }, forKey: "participants")
        coder.encode(Int(bitPattern: types.rawValue), forKey: "types")
        coder.encode(capability.rawValue, forKey: "capability")
    }

    /// Reads a filter.
    public required init?(coder: NSCoder) {
        people = coder.archive.values(INPerson.self, "participants")
        let types = UInt(bitPattern: coder.decodeInteger(forKey: "types"))
        self.types = INCallRecordTypeOptions(rawValue: types)
        let capability = coder.decodeInteger(forKey: "capability")
        self.capability = INCallCapability(rawValue: capability) ?? .unknown
    }
}
