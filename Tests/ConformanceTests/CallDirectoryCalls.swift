// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

private let shop: Int64 = 14_085_550_100
private let pest: Int64 = 4_930_901_820

@Suite("Calls and call directories: B156–B159") struct CallDirectoryCalls {
    @Test(
        "B156: Contacts and the own block list come before extensions; the app's name before all",
        arguments: Link.allCases)
    func b156(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let phone = stand.phone
        stand.script.give(blocking: [pest], [(pest, "Pest"), (shop, "Shop")])
        try await stand.enable()
        let ann = CXHandle(type: .phoneNumber, value: "+49 30 901820")
        phone.user.contacts(["Ann": [ann]])
        try await stand.report("a", from: "+4930901820")
        #expect(phone.screen.ringing?.callerName == "Ann")
        phone.user.decline()
        try await stand.report("b", from: "+14085550100", name: "Tester")
        #expect(phone.screen.ringing?.callerName == "Tester")
        phone.user.decline()
        try await phone.settle()
        _ = stand.app.take()
        phone.user.block(CXHandle(type: .phoneNumber, value: "+1 408 555 0100"))
        try await stand.report("c", from: "+14085550100")
        #expect(stand.app.take() == ["reported 4"])
        #expect(phone.directory.blockedCalls.map(\.directory) == [nil])
    }

    @Test(
        "B156: by a rule an extension blocks a contact as well",
        arguments: Link.allCases)
    func b156Rule(link: Link) async throws {
        var rules = SystemRules()
        rules.contactsOutrankDirectories = false
        let stand = try await DirectoryStand(link, rules)
        stand.script.give(blocking: [pest])
        try await stand.enable()
        stand.phone.user.contacts(["Ann": [CXHandle(type: .phoneNumber, value: "+4930901820")]])
        try await stand.report("a", from: "+4930901820")
        #expect(stand.app.take() == ["reported 4"])
    }

    @Test(
        "B157: extensions are asked in the person's order, and the first label is shown",
        arguments: Link.allCases)
    func b157(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let second = try stand.add("com.example.hotline.second")
        stand.script.give([(shop, "First")])
        second.give([(shop, "Second")])
        try await stand.enable()
        try await stand.enable("com.example.hotline.second")
        try await stand.report("a", from: "+14085550100")
        #expect(stand.phone.screen.ringing?.callerName == "First")
        stand.phone.user.decline()
        #expect(stand.phone.directory.order(["com.example.hotline.second"]).isDone)
        try await stand.report("b", from: "+14085550100")
        #expect(stand.phone.screen.ringing?.callerName == "Second")
        stand.phone.user.decline()
        stand.phone.directory.disable("com.example.hotline.second")
        try await stand.report("c", from: "+14085550100")
        #expect(stand.phone.screen.ringing?.callerName == "First")
    }

    @Test(
        "B158: a blocked number is refused with code 4, without a screen, a row or an observer",
        arguments: Link.allCases)
    func b158(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [pest], [(pest, "Pest")])
        try await stand.enable()
        try await stand.report("a", from: "+4930901820")
        #expect(stand.app.take() == ["reported 4"])
        #expect(stand.phone.screen.ringing == nil)
        #expect(stand.phone.recents.isEmpty)
        let blocked = try #require(stand.phone.directory.blockedCalls.first)
        #expect(blocked.directory == DirectoryStand.id)
        #expect(blocked.call == stand.app.uuid("a"))
        #expect(blocked.handle?.value == "+4930901820")
    }

    @Test(
        "B158: cellular calls are blocked and identified, and dialled ones identified",
        arguments: Link.allCases)
    func b158Cellular(link: Link) async throws {
        var rules = SystemRules()
        rules.directoryCoversReportedCalls = false
        let stand = try await DirectoryStand(link, rules)
        let phone = stand.phone
        stand.script.give(blocking: [pest], [(pest, "Pest"), (shop, "Shop")])
        try await stand.enable()
        phone.world.incomingCellularCall(from: "+4930901820")
        try await phone.settle()
        #expect(phone.calls.isEmpty && phone.recents.isEmpty)
        #expect(phone.directory.blockedCalls.map(\.app) == ["com.apple.mobilephone"])
        let call = phone.world.incomingCellularCall(from: "+14085550100")
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Shop")
        phone.world.cellularHangsUp(call)
        try await phone.settle()
        // Dialling a number that is blocked is nobody's business.
        phone.world.dialCellular("+4930901820")
        try await phone.settle()
        #expect(phone.calls.map(\.callerName) == ["Pest"])
        // By this rule, not what apps report.
        _ = stand.app.take()
        try await stand.report("a", from: "+14085550100")
        #expect(phone.calls.last?.callerName == nil)
    }

    @Test(
        "B159: numbers are matched by E.164, national ones by the phone's region",
        arguments: Link.allCases)
    func b159(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give([(8_618_712_345_678, "Courier")])
        try await stand.enable()
        stand.phone.world.setRegion("CN")
        for (index, text) in ["+86 187 1234 5678", "0086 18712345678", "187 1234 5678"].enumerated()
        {
            let letter = "\(index)"
            try await stand.report(letter, from: text)
            #expect(stand.phone.screen.ringing?.callerName == "Courier", "\(text)")
            stand.phone.user.decline()
            try await stand.phone.settle()
        }
        // The same digits are no such number in Germany.
        stand.phone.world.setRegion("DE")
        try await stand.report("z", from: "187 1234 5678")
        #expect(stand.phone.screen.ringing?.callerName == nil)
    }
}
