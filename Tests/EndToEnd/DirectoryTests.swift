// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// Call directories of real apps on a real phone, as many entries as it takes.
@Suite("Call directories with real processes") struct DirectoryTests {
    private static let hotline = "com.example.hotline.CallDirectory"
    private static let numberList = "com.example.numberlist.CallDirectory"
    private static let examples = "\(Binaries.package)/Examples"

    private struct BlockedRow: Decodable {
        var bundle: String
        var handle: Handle?
    }

    /// A list of each kind in the container of Hotline.
    private func lists(on home: String, more: Int = 0) throws {
        let groups = "\(home)/state/groups"
        mkdir(groups, 0o700)
        let group = "\(groups)/group.com.example.hotline"
        mkdir(group, 0o700)
        try NumberFiles.write(to: group, more: more)
    }

    @Test("A template's extension loads 1,999,999 entries; one caller is named, one is refused")
    func calls() throws {
        let world = try World()
        try lists(on: world.home)
        let load = try world.rows(
            DirectoryPhone.Load.self, "directory", "enable", Self.hotline)
        #expect(load.map(\.blocking) == [NumberFiles.blockedCount])
        #expect(load.map(\.identification) == [NumberFiles.callerCount])

        let known = 123_456
        let curl = try Program(
            try world.curlWords(caller: NumberFiles.caller(known), name: nil))
        try world.wait(for: "the call to ring", with: [curl]) {
            world.count(of: .callRinging) > 0
        }
        let ringing = try world.rows(CallSummary.self, "call", "list")
        #expect(ringing.map(\.name) == [NumberFiles.label(ofCaller: known)])
        #expect(ringing.first?.label?.source == Self.hotline)
        try expectSuccess(world.command("call", "end"))
        try world.wait(for: .recentsRecorded)
        #expect(try curl.end() == 0)

        let blocked = NumberFiles.blocked(999_998)
        let second = try Program(try world.curlWords(caller: blocked, name: nil))
        try world.wait(for: "the call to be blocked", with: [second]) {
            world.count(of: .callBlocked) > 0
        }
        #expect(try second.end() == 0)
        #expect(world.count(of: .callRinging) == 1)
        #expect(try world.rows(CallSummary.self, "call", "list").isEmpty)
        #expect(try world.recents().map(\.handle?.value) == [NumberFiles.caller(known)])
        let refused = try world.rows(BlockedRow.self, "directory", "blocked")
        #expect(refused.map(\.handle?.value) == [blocked])
        struct Push: Decodable {
            var outcome: String
            var error: Int?
        }
        let push = try #require(try world.rows(Push.self, "phone", "pushes").first)
        #expect(push.outcome == "refused" && push.error == 4)
    }

    @Test(
        "An extension that streams a table loads as many, tells how far it is, then changes alone")
    func table() throws {
        let phone = try DirectoryPhone()
        try phone.install(
            Binaries.numberList, info: "\(Self.examples)/NumberList/Info.plist",
            extensions: ["\(Self.examples)/NumberList/CallDirectory/Info.plist"])
        let group = try phone.group("group.com.example.numberlist")
        try NumberFiles.write(to: group)
        try buildTable(in: group)
        let first = try phone.load("enable", Self.numberList)
        #expect(first.code == nil, "\(first)")
        #expect(first.blocking + first.identification == NumberFiles.limit)
        #expect(first.isIncremental == false)

        // Ten callers fewer, five blocked numbers fewer: the app has the rest sent.
        try Tool.run([
            "sh", "-c",
            #"cd "$0" && sed -i 1,10d callers.tsv && sed -i 1,5d blocked.txt"#, group,
        ])
        try buildTable(in: group)
        try expectSuccess(phone.command("app", "open", "com.example.numberlist"))
        let deadline = Deadline(60)
        var standing = try phone.status(of: Self.numberList)
        while standing.lastLoad?.isIncremental != true, deadline.milliseconds > 0 {
            poll(nil, 0, 50)
            standing = try phone.status(of: Self.numberList)
        }
        #expect(standing.counts?.total == NumberFiles.limit - 15)
        #expect(standing.lastLoad?.failure == nil)
        let said = ["Number List: 100 %", "Number List: loaded"]
        var log = ""
        while !said.allSatisfy(log.contains), deadline.milliseconds > 0 {
            poll(nil, 0, 20)
            log = try phone.log(of: "com.example.numberlist")
        }
        for words in said { #expect(log.contains(words), "\(log)") }
    }

    private func buildTable(in group: String) throws {
        try Tool.run([
            Binaries.opencallkit, "directory", "build", "\(group)/callers.tsv", "--block-list",
            "\(group)/blocked.txt", "-o", "\(group)/numbers.table",
        ])
    }

    @Test("One entry over 1,999,999 is code 5, with the entry in words, and what stood stays")
    func tooMany() throws {
        let phone = try DirectoryPhone()
        try phone.install(
            Binaries.hotline, info: "\(Self.examples)/Hotline/Info.plist",
            extensions: ["\(Self.examples)/Hotline/CallDirectory/Info.plist"])
        let group = try phone.group("group.com.example.hotline")
        try writeText("1\n", to: "\(group)/blocked.txt")
        #expect(try phone.load("enable", Self.hotline).blocking == 1)
        // With what stands, one too many.
        try Tool.run([
            "sh", "-c",
            """
            awk 'BEGIN { for (i = 2; i < 2000001; i++) printf "block\\t%d\\n", i }' \
            > "$0/changes.tsv"
            """, group,
        ])
        let load = try phone.load("reload", Self.hotline)
        #expect(load.code == 5, "\(load)")
        #expect(load.isIncremental == true)
        #expect(load.words?.contains("1999999") == true, "\(load)")
        #expect(load.blocking == 1)
    }

    @Test("An app hears of an extension that is off, that is on, and of none")
    func app() throws {
        let phone = try DirectoryPhone()
        let info = "\(Self.examples)/Hotline/Info.plist"
        try phone.install(Binaries.hotline, info: info, extensions: [])
        let group = try phone.group("group.com.example.hotline")
        try writeText("33162000000\n", to: "\(group)/blocked.txt")
        try opens(phone, saying: "The app has no call directory extension of this identifier.")
        try phone.install(
            Binaries.hotline, info: info,
            extensions: ["\(Self.examples)/Hotline/CallDirectory/Info.plist"])
        try opens(phone, saying: "caller ID is switched off in the settings")
        #expect(try phone.load("enable", Self.hotline).blocking == 1)
        try opens(phone, saying: "caller ID is loaded")
        try expectSuccess(phone.command("app", "remove", "com.example.hotline"))
        #expect(try phone.status(of: Self.hotline).isInstalled == false)
        #expect(try phone.status(of: Self.hotline).counts?.blocking == 1)
    }

    /// Opens Hotline, waits for its word about caller ID, and closes it.
    private func opens(_ phone: DirectoryPhone, saying words: String) throws {
        try expectSuccess(phone.command("app", "open", "com.example.hotline"))
        let deadline = Deadline(60)
        while try !phone.log(of: "com.example.hotline").contains(words) {
            guard deadline.milliseconds > 0 else {
                throw Failure("not said: \(words); \(try phone.log(of: "com.example.hotline"))")
            }
            poll(nil, 0, 20)
        }
        try expectSuccess(phone.command("app", "close", "com.example.hotline"))
    }
}
