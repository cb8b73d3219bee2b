// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// A call of the past, as an app describes it.
open class INCallRecord: NSObject, NSCopying, NSSecureCoding {
    /// What the app calls it.
    open var identifier: String { id }
    private let id: String

    /// When it was.
    open var dateCreated: Date? { date }
    private let date: Date?

    /// Who called.
    open var caller: INPerson? { person }
    private let person: INPerson?

    /// What became of it.
    open var callRecordType: INCallRecordType { type }
    private let type: INCallRecordType

    /// Whether it had video.
    open var callCapability: INCallCapability { capability }
    private let capability: INCallCapability

    /// How long it was, in seconds.
    open var callDuration: Double? { duration }
    private let duration: Double?

    /// Whether the person has not seen it yet.
    open var unseen: Bool? { isUnseen }
    private let isUnseen: Bool?

    /// How many calls it stands for.
    open var numberOfCalls: Int? { count }
    private let count: Int?

    /// Makes a record.
    public init(
        identifier: String, dateCreated: Date? = nil, caller: INPerson? = nil,
        callRecordType: INCallRecordType = .unknown, callCapability: INCallCapability = .unknown,
        callDuration: Double? = nil, unseen: Bool? = nil, numberOfCalls: Int? = nil
    ) {
        id = identifier
        date = dateCreated
        person = caller
        type = callRecordType
        capability = callCapability
        duration = callDuration
        isUnseen = unseen
        count = numberOfCalls
    }

    /// Itself: nothing can change it.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// True.
    open class var supportsSecureCoding: Bool { true }

    /// Writes all of it.
    open func encode(with coder: NSCoder) {
        coder.encode(id as NSString, forKey: "identifier")
        coder.encode(date.map { $0 as NSDate }, forKey: "date")
        coder.encode(person, forKey: "caller")
        coder.encode(type.rawValue, forKey: "type")
        coder.encode(capability.rawValue, forKey: "capability")
        coder.encode(duration.map(NSNumber.init(value:)), forKey: "duration")
        coder.encode(isUnseen.map(NSNumber.init(value:)), forKey: "unseen")
        coder.encode(count.map(NSNumber.init(value:)), forKey: "count")
    }

    /// Reads a record; nil where the archive names none.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.archive.text("identifier") else { return nil }
        id = identifier
        date = coder.archive.value(NSDate.self, "date").map { $0 as Date }
        person = coder.archive.value(INPerson.self, "caller")
        type = INCallRecordType(rawValue: coder.decodeInteger(forKey: "type")) ?? .unknown
        let capability = coder.decodeInteger(forKey: "capability")
        self.capability = INCallCapability(rawValue: capability) ?? .unknown
        duration = coder.archive.value(NSNumber.self, "duration")?.doubleValue
        isUnseen = coder.archive.value(NSNumber.self, "unseen")?.boolValue
        count = coder.archive.value(NSNumber.self, "count")?.intValue
    }
}
