// SPDX-License-Identifier: Apache-2.0
public import OpenFoundation

/// A person wants to call someone.
///
/// It comes with the activity that the system hands to the app where a person calls from Recents or
/// Contacts (B112): one contact, with the handle and, where Contacts knows it, the name.
open class INStartCallIntent: INIntent {
    /// Which calls to look among; nil for all that a phone here hands out.
    open var callRecordFilter: INCallRecordFilter? { filter }
    private let filter: INCallRecordFilter?

    /// The call to answer with another; nil for all that a phone here hands out.
    open var callRecordToCallBack: INCallRecord? { record }
    private let record: INCallRecord?

    /// Where the call is to be heard.
    open var audioRoute: INCallAudioRoute { route }
    private let route: INCallAudioRoute

    /// What kind of call it is to be.
    open var destinationType: INCallDestinationType { destination }
    private let destination: INCallDestinationType

    /// Whom to call.
    open var contacts: [INPerson]? { people }
    private let people: [INPerson]?

    /// Whether the call is to have video.
    open var callCapability: INCallCapability { capability }
    private let capability: INCallCapability

    /// Which of the calls with the contacts to repeat.
    @available(*, deprecated, message: "use callRecordFilter and callRecordToCallBack")
    open var recordTypeForRedialing: INCallRecordType { recordType }
    private let recordType: INCallRecordType

    /// Makes an intent.
    public init(
        callRecordFilter: INCallRecordFilter?, callRecordToCallBack: INCallRecord?,
        audioRoute: INCallAudioRoute, destinationType: INCallDestinationType,
        contacts: [INPerson]?, callCapability: INCallCapability
    ) {
        filter = callRecordFilter
        record = callRecordToCallBack
        route = audioRoute
        destination = destinationType
        people = contacts
        capability = callCapability
        recordType = .unknown
        super.init()
    }

    /// Makes an intent, as before iOS 14.
    @available(*, deprecated, message: "use init with callRecordFilter and callRecordToCallBack")
    public init(
        audioRoute: INCallAudioRoute, destinationType: INCallDestinationType,
        contacts: [INPerson]?, recordTypeForRedialing: INCallRecordType,
        callCapability: INCallCapability
    ) {
        filter = nil
        record = nil
        route = audioRoute
        destination = destinationType
        people = contacts
        capability = callCapability
        recordType = recordTypeForRedialing
        super.init()
    }

    /// Writes all of it.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(filter, forKey: "filter")
        coder.encode(record, forKey: "record")
        coder.encode(route.rawValue, forKey: "route")
        coder.encode(destination.rawValue, forKey: "destination")
        coder.encode(people.map { NSArray(array: $0) }, forKey: "contacts")
        coder.encode(capability.rawValue, forKey: "capability")
        coder.encode(recordType.rawValue, forKey: "recordType")
    }

    /// Reads an intent; what the archive does not name is unknown.
    public required init?(coder: NSCoder) {
        filter = coder.archive.value(INCallRecordFilter.self, "filter")
        record = coder.archive.value(INCallRecord.self, "record")
        route = INCallAudioRoute(rawValue: coder.decodeInteger(forKey: "route")) ?? .unknown
        let destination = coder.decodeInteger(forKey: "destination")
        self.destination = INCallDestinationType(rawValue: destination) ?? .unknown
        people = coder.archive.values(INPerson.self, "contacts")
        let capability = coder.decodeInteger(forKey: "capability")
        self.capability = INCallCapability(rawValue: capability) ?? .unknown
        let recordType = coder.decodeInteger(forKey: "recordType")
        self.recordType = INCallRecordType(rawValue: recordType) ?? .unknown
        super.init(coder: coder)
    }
}
