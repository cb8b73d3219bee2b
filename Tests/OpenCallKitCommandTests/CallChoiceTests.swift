// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import OpenCallKitCommand

/// Whom `contacts call` and `recents call` mean, and with which app.
@Suite struct CallChoiceTests {
    private let command = ContactsCallCommand.command
    private let people = [
        Contact(name: "Ann Example", handles: [Self.phone("+44 20 7946 0018")]),
        Contact(name: "Anna Smith", handles: []),
        Contact(
            name: "Tom Many",
            handles: (0..<10).map { Self.phone("020 7946 000\($0)") }),
        Contact(
            name: "Ben Both",
            handles: [Self.phone("030 1"), Handle(kind: .emailAddress, value: "ben@example.com")]),
    ]

    private static func phone(_ value: String) -> Handle {
        Handle(kind: .phoneNumber, value: value)
    }

    private func app(_ bundle: String, _ kinds: Handle.Kind...) -> AppSummary {
        var app = AppSummary(bundle: bundle, name: bundle, path: "/", isLinked: true)
        app.handleKinds = kinds
        return app
    }

    private func failure(_ body: () throws(CommandFailure) -> Void) -> CommandFailure? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    // MARK: People

    @Test(
        "A person is named in full, by the beginning of a word, or by any part",
        arguments: [
            ("Ann Example", "Ann Example"), ("ann example", "Ann Example"), ("smi", "Anna Smith"),
            ("BEN", "Ben Both"), ("oth", "Ben Both"), ("anna", "Anna Smith"),
        ])
    func named(word: String, name: String) throws {
        #expect(try ContactChoice.contact(word, among: people, command).name == name)
    }

    @Test("A name that several have, or nobody, is refused with the names near to it")
    func unclear() {
        let several = failure { () throws(CommandFailure) in
            _ = try ContactChoice.contact("ann", among: people, command)
        }
        #expect(several?.code == .usage)
        #expect(several?.message.contains("'Ann Example', 'Anna Smith'") == true)
        let nobody = failure { () throws(CommandFailure) in
            _ = try ContactChoice.contact("Ben Boht", among: people, command)
        }
        #expect(nobody?.code == .failed)
        #expect(nobody?.message.contains("did you mean 'Ben Both'?") == true)
        let empty = failure { () throws(CommandFailure) in
            _ = try ContactChoice.contact("Ann", among: [], command)
        }
        #expect(empty?.message.contains("contacts import") == true)
    }

    // MARK: Numbers

    @Test(
        "One of ten numbers is chosen by its place, or by itself in another form",
        arguments: [
            ("1", 0), ("10", 9), ("020 7946 0004", 4), ("+442079460005", 5), ("0007", 7),
        ])
    func chosen(word: String, place: Int) throws {
        let tom = people[2]
        let handle = try ContactChoice.handle(
            of: tom, saying: word, canCall: { _ in true }, command)
        #expect(handle == tom.handles[place])
    }

    @Test("Ten numbers without a word which, and a word for none of them, are refused")
    func tooMany() {
        for word in [nil, "11", "0", "794", "020", "555", "x"] {
            let failed = failure { () throws(CommandFailure) in
                _ = try ContactChoice.handle(
                    of: people[2], saying: word, canCall: { _ in true }, command)
            }
            #expect(failed?.code == .usage, "\(word ?? "none")")
            #expect(failed?.message.contains("--number") == true)
        }
        #expect(ContactChoice.table(people[2]).lines()[9] == "10  020 7946 0009")
    }

    @Test("A person with nothing to call is refused, and the only number that can be is taken")
    func only() throws {
        let none = failure { () throws(CommandFailure) in
            _ = try ContactChoice.handle(
                of: people[1], saying: nil, canCall: { _ in true }, command)
        }
        #expect(none?.message == "Anna Smith has no number or address to call")
        let mail = try ContactChoice.handle(
            of: people[3], saying: nil, canCall: { $0 == .emailAddress }, command)
        #expect(mail.kind == .emailAddress)
    }

    // MARK: Apps

    @Test("The only app that calls the kind is taken, and one that is named where it does")
    func onlyApp() throws {
        let apps = CallingApps([app("a.phone", .phoneNumber), app("a.mail", .emailAddress)])
        #expect(try apps.app(for: .phoneNumber, named: nil, command).bundle == "a.phone")
        #expect(try apps.app(for: .emailAddress, named: "a.mail", command).bundle == "a.mail")
        #expect(apps.canCall(.emailAddress, with: nil))
        #expect(!apps.canCall(.emailAddress, with: "a.phone"))
    }

    @Test(
        "An app that cannot be called with is refused in words that say what to do",
        arguments: [
            (.phoneNumber, nil, "2 apps call phone numbers: a.one, a.two; choose one with --app"),
            (.phoneNumber, "a.on", "a.on is not installed (did you mean 'a.one'?)"),
            (
                .generic, "a.one",
                "a.one calls phone numbers and no handles of its own: add .generic"
            ),
            (.generic, nil, "it is not known that a.new calls handles of its own"),
            (.generic, "a.new", "try 'opencallkit app open a.new'"),
        ] as [(Handle.Kind, String?, String)])
    func refusedApp(kind: Handle.Kind, name: String?, words: String) {
        let apps = CallingApps([
            app("a.one", .phoneNumber), app("a.two", .phoneNumber), app("a.new"),
        ])
        let failed = failure { () throws(CommandFailure) in
            _ = try apps.app(for: kind, named: name, command)
        }
        #expect(failed?.message.contains(words) == true, "\(failed?.message ?? "")")
    }

    @Test("Without apps, and with none that calls the kind, the failure says so")
    func noApp() {
        for (apps, words) in [
            ([], "no app is installed that could call"),
            ([app("a.one", .phoneNumber)], "no installed app calls mail addresses"),
        ] {
            let failed = failure { () throws(CommandFailure) in
                _ = try CallingApps(apps).app(for: .emailAddress, named: nil, command)
            }
            #expect(failed?.message.contains(words) == true, "\(failed?.message ?? "")")
        }
    }

    // MARK: Recents

    private func row(
        _ bundle: String, _ handle: Handle?, hasVideo: Bool = false
    ) -> RecentCall {
        RecentCall(
            record: RecordID(high: 1, low: 1), call: CallID(high: 1, low: 2), bundle: bundle,
            handle: handle, name: "Ann", isOutgoing: false, hasVideo: hasVideo,
            began: WallTime(milliseconds: 0))
    }

    @Test(
        "A row calls its handle with its app, and a video call makes another",
        arguments: [true, false])
    func callsBack(hasVideo: Bool) throws {
        let choice = try RecentsCallCommand.choice(
            1, row("a.one", Self.phone("1"), hasVideo: hasVideo),
            CallingApps([app("a.one", .phoneNumber), app("a.two", .phoneNumber)]), named: nil,
            isVideo: false)
        #expect(choice.app.bundle == "a.one")
        #expect(choice.intent == StartCallIntent(handle: Self.phone("1"), isVideo: hasVideo))
    }

    @Test("A row that cannot be called is refused in words that say what to do")
    func refusedRows() throws {
        let apps = CallingApps([app("a.one", .phoneNumber)])
        for (call, words) in [
            (row("a.one", nil), "row 2 has no handle"),
            (row("a.one", Self.phone("")), "row 2 has no handle"),
            (row(cellularBundle, Self.phone("1")), "of the cellular network"),
            (row("a.gone", Self.phone("1")), "a.gone, the app of row 2, is not installed any more"),
            (row("a.one", Handle(kind: .generic, value: "x")), "supportedHandleTypes"),
        ] {
            let failed = failure { () throws(CommandFailure) in
                _ = try RecentsCallCommand.choice(2, call, apps, named: nil, isVideo: false)
            }
            #expect(failed?.message.contains(words) == true, "\(failed?.message ?? "")")
        }
        let other = try RecentsCallCommand.choice(
            2, row(cellularBundle, Self.phone("1")), apps, named: "a.one", isVideo: true)
        #expect(other.app.bundle == "a.one" && other.intent.isVideo)
    }
}
