// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import Intents
import Testing

/// Archives of what Apple's SDK says can be archived.
struct ArchiveTests {
    private let ada: INPerson = {
        var names = PersonNameComponents()
        names.givenName = "Ada"
        return INPerson(
            personHandle: INPersonHandle(value: "ada", type: .emailAddress, label: .work),
            nameComponents: names, displayName: "Ada", image: INImage(imageData: Data([1])),
            contactIdentifier: "1", customIdentifier: "2", relationship: .sister)
    }()

    private func again<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
        try #require(try Forger.archived(object, as: Object.self))
    }

    @Test("People, handles and pictures come out of an archive as they went in")
    func people() throws {
        #expect(try again(ada) == ada)
        let handle = INPersonHandle(value: nil, type: .phoneNumber)
        #expect(try again(handle) == handle)
        #expect(try again(INImage(named: "ada")) == INImage(named: "ada"))
        let url = try #require(URL(string: "file:///tmp/a.png"))
        let image = try #require(INImage(url: url))
        #expect(try again(image) == image)
        let aliases = INPerson(
            personHandle: handle, nameComponents: nil, displayName: nil, image: nil,
            contactIdentifier: nil, customIdentifier: nil, aliases: [handle],
            suggestionType: .instantMessageAddress)
        #expect(try again(aliases) == aliases)
    }

    @Test("Intents come out of an archive as they went in")
    func intents() throws {
        let record = INCallRecord(
            identifier: "1", dateCreated: Date(timeIntervalSince1970: 5), caller: ada,
            callRecordType: .missed, callCapability: .audioCall, callDuration: 2, unseen: true,
            numberOfCalls: 3)
        let filter = INCallRecordFilter(
            participants: [ada], callTypes: [.missed, .onHold], callCapability: .videoCall)
        let intent = try again(
            INStartCallIntent(
                callRecordFilter: filter, callRecordToCallBack: record,
                audioRoute: .bluetoothAudioRoute, destinationType: .callBack, contacts: [ada],
                callCapability: .videoCall))
        #expect(intent.contacts == [ada] && intent.callCapability == .videoCall)
        #expect(intent.audioRoute == .bluetoothAudioRoute && intent.destinationType == .callBack)
        #expect(intent.callRecordFilter?.participants == [ada])
        #expect(intent.callRecordFilter?.callTypes == [.missed, .onHold])
        let caller = try #require(intent.callRecordToCallBack)
        #expect(caller.identifier == "1" && caller.caller == ada && caller.numberOfCalls == 3)
        #expect(caller.dateCreated == record.dateCreated && caller.callRecordType == .missed)
        #expect(caller.callDuration == 2 && caller.unseen == true)
        let audio = try again(INStartAudioCallIntent(destinationType: .normal, contacts: [ada]))
        #expect(audio.contacts == [ada] && audio.destinationType == .normal)
        #expect(try again(INStartVideoCallIntent(contacts: [ada])).contacts == [ada])
    }

    @Test("An interaction comes out of an archive as it went in")
    func interactions() throws {
        let interaction = INInteraction(
            intent: INStartVideoCallIntent(contacts: [ada]),
            response: INStartCallIntentResponse(code: .failure, userActivity: nil))
        interaction.direction = .incoming
        interaction.dateInterval = DateInterval(start: Date(timeIntervalSince1970: 1), duration: 2)
        interaction.groupIdentifier = "calls"
        let copy = try again(interaction)
        #expect((copy.intent as? INStartVideoCallIntent)?.contacts == [ada])
        #expect((copy.intentResponse as? INStartCallIntentResponse)?.code == .failure)
        #expect(copy.direction == .incoming && copy.dateInterval == interaction.dateInterval)
        #expect(copy.identifier == interaction.identifier && copy.groupIdentifier == "calls")
    }

    @Test("What is of another kind than it should be is left out, and ends no process")
    func wrongKinds() throws {
        let handle = INPersonHandle(value: "x", type: .emailAddress)
        let wrong: [Any] = [NSArray(), NSDictionary(), NSDate(), UUID(), 7, "x", ada, handle]
        for value in wrong {
            let person = Forger.object(
                INPerson.self,
                of: [
                    ("name", NSDate()), ("handle", value), ("picture", value), ("contact", handle),
                    ("suggestion", 0), ("me", false),
                ])
            let read = try #require(person)
            #expect(read.personHandle == (value is INPersonHandle ? handle : nil))
            #expect(read.image == nil && read.contactIdentifier == nil)
            #expect(Forger.object(INInteraction.self, of: [("intent", value)]) == nil)
        }
        let filter = Forger.object(
            INCallRecordFilter.self,
            of: [
                ("participants", NSArray(array: [ada, handle, "x"])), ("types", 0),
                ("capability", 0),
            ])
        #expect(filter?.participants == [ada])
    }
}
