// SPDX-License-Identifier: Apache-2.0
import Intents
import Testing

/// Every declaration about people, as apps use it.
struct DeclarationTestsPeople {
    @Test("A handle has value, type and label, and equals those that have the same")
    func handle() {
        let home = INPersonHandle(value: "+14085550100", type: .phoneNumber, label: .home)
        #expect(home.value == "+14085550100" && home.type == .phoneNumber && home.label == .home)
        #expect(home == INPersonHandle(value: "+14085550100", type: .phoneNumber, label: .home))
        #expect(home != INPersonHandle(value: "+14085550100", type: .phoneNumber))
        let types: [INPersonHandleType] = [.unknown, .emailAddress, .phoneNumber]
        #expect(types.map(\.rawValue) == [0, 1, 2])
        #expect(home.copy() as? INPersonHandle == home)
    }

    @Test("Labels differ, and are what their text is")
    func labels() {
        let labels: [INPersonHandleLabel] = [
            .home, .work, .iPhone, .mobile, .main, .homeFax, .workFax, .pager, .other, .school,
        ]
        #expect(Set(labels).count == labels.count)
        for label in labels {
            #expect(INPersonHandleLabel(rawValue: label.rawValue) == label)
            #expect(INPersonHandleLabel(label.rawValue) == label)
        }
    }

    @Test("Relationships differ, and are what their text is")
    func relationships() {
        let all: [INPersonRelationship] = [
            .father, .mother, .parent, .brother, .sister, .child, .friend, .spouse, .partner,
            .assistant, .manager, .son, .daughter,
        ]
        #expect(Set(all).count == all.count)
        for relationship in all {
            #expect(INPersonRelationship(rawValue: relationship.rawValue) == relationship)
            #expect(INPersonRelationship(relationship.rawValue) == relationship)
        }
    }

    @Test("A person has what it was made with, and equals those that have the same")
    func person() {
        let handle = INPersonHandle(value: "ada", type: .unknown), image = INImage(named: "ada")
        let ada = INPerson(
            personHandle: handle, nameComponents: nil, displayName: "Ada", image: image,
            contactIdentifier: "1", customIdentifier: "2")
        #expect(ada.personHandle == handle && ada.displayName == "Ada" && ada.image == image)
        #expect(ada.contactIdentifier == "1" && ada.customIdentifier == "2")
        #expect(ada.relationship == nil && !ada.isMe && ada.nameComponents == nil)
        #expect(ada.copy() as? INPerson == ada)
        let mother = INPerson(
            personHandle: handle, nameComponents: nil, displayName: "Ada", image: image,
            contactIdentifier: "1", customIdentifier: "2", relationship: .mother)
        #expect(mother.relationship == .mother && mother != ada)
        let myself = INPerson(
            personHandle: handle, nameComponents: nil, displayName: "Ada", image: image,
            contactIdentifier: "1", customIdentifier: "2", isMe: true)
        #expect(myself.isMe && myself != ada)
    }

    @Test("A person may be reached in several ways")
    func aliases() {
        let handle = INPersonHandle(value: "ada", type: .unknown)
        let other = INPersonHandle(value: "ada@example.com", type: .emailAddress)
        let types: [INPersonSuggestionType] = [.none, .socialProfile, .instantMessageAddress]
        #expect(types.map(\.rawValue) == [0, 1, 2])
        let ada = INPerson(
            personHandle: handle, nameComponents: nil, displayName: nil, image: nil,
            contactIdentifier: nil, customIdentifier: nil, aliases: [other],
            suggestionType: .socialProfile)
        #expect(ada.aliases == [other] && ada.suggestionType == .socialProfile)
    }

    @Test("Without a name to show, a person's given and family name are shown, else the handle")
    func names() {
        var names = PersonNameComponents()
        names.givenName = "Ada"
        names.familyName = "Byron"
        func person(_ names: PersonNameComponents?, _ handle: INPersonHandle) -> INPerson {
            INPerson(
                personHandle: handle, nameComponents: names, displayName: nil, image: nil,
                contactIdentifier: nil, customIdentifier: nil)
        }
        let handle = INPersonHandle(value: "ada", type: .unknown)
        #expect(person(names, handle).displayName == "Ada Byron")
        #expect(person(nil, handle).displayName == "ada")
        #expect(person(nil, INPersonHandle(value: nil, type: .unknown)).displayName.isEmpty)
    }

    @Test("A picture equals those that were made of the same")
    func image() throws {
        let url = try #require(URL(string: "file:///tmp/ada.png"))
        let all = try [
            INImage(named: "ada"), INImage(imageData: Data([1, 2])), #require(INImage(url: url)),
        ]
        #expect(Set(all).count == 3)
        #expect(INImage(url: url, width: 10, height: 10) == all[2])
        #expect(all.allSatisfy { $0.copy() as? INImage == $0 })
    }
}
