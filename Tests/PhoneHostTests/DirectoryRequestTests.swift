// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneCore
import PhoneHost
import PhoneTestSupport
import Testing

private let id = "com.example.hotline.directory"
private let caller = Handle(kind: .phoneNumber, value: "+442079460000")

/// A phone's host with call directories that the test answers.
@Suite struct DirectoryRequestTests {
    /// Keeps what it is asked until the test answers.
    private final class ScriptedDirectories: CallDirectories {
        var standing: [DirectoryStanding] = []
        var orders: [DirectoryLoadOrder] = []
        var cancelled: [DirectoryLoadID] = []
        var removed: [ExtensionID] = []
        var progress: ((Int) -> Void)?
        var outcome: ((DirectoryLoadOutcome) -> Void)?
        var found: [ExtensionID: CallerIdentification] = [:]

        func load(
            _ order: DirectoryLoadOrder,
            progress: @escaping (_ entries: Int) -> Void,
            outcome: @escaping (DirectoryLoadOutcome) -> Void
        ) {
            orders.append(order)
            self.progress = progress
            self.outcome = outcome
        }

        func cancel(_ load: DirectoryLoadID) { cancelled.append(load) }

        func removeData(of id: ExtensionID) { removed.append(id) }

        func identify(
            _ number: Int64, in ids: [ExtensionID],
            completion: @escaping (CallerIdentification) -> Void
        ) {
            let answers = ids.compactMap { found[$0] }
            completion(
                CallerIdentification(
                    blockedBy: answers.compactMap(\.blockedBy).first,
                    label: answers.compactMap(\.label).first))
        }
    }

    /// A host with one extension that is on and has data.
    private final class Desk {
        let directories = ScriptedDirectories()
        let settings: MemorySettings
        let contacts = MemoryContacts()
        let store = MemoryStore()
        let catalog = MemoryCatalog()
        let host: PhoneHost

        init(isOn: Bool = true, blocks: Bool = false) {
            settings = MemorySettings(
                PhoneSettings(extensionOrder: [id], enabled: isOn ? [id] : []))
            directories.standing = [
                DirectoryStanding(
                    extensionID: id, counts: DirectoryCounts(blocking: 1), isLastLoadGood: true,
                    loadedAt: WallTime(milliseconds: 0))
            ]
            directories.found[id] = CallerIdentification(
                blockedBy: blocks ? id : nil, label: CallerLabel(text: "A courier", source: id))
            let time = VirtualTime()
            host = PhoneHost(
                rules: SystemRules(), seed: 1, clock: time, scheduler: time,
                services: HostServices(
                    store: store, launcher: MemoryLauncher(), catalog: catalog,
                    ringer: MemoryRinger(), directories: directories, settings: settings,
                    contacts: contacts))
            host.world(.region("GB"))
        }

        func summary() throws -> DirectorySummary? {
            guard case .directories(let rows)? = try ask(.directories) else { return nil }
            return rows.first
        }

        func ask(_ request: UserRequest) throws -> UserReply? {
            let user = try host.connectedUser()
            _ = try user.userNotices()
            try host.hear(request, id: 7, from: user)
            for notice in try user.userNotices() {
                if case .reply(RequestID(7), let reply) = notice { return reply }
            }
            return nil
        }
    }

    @Test("What stood before the start is consulted at once, and shown")
    func standing() throws {
        let desk = Desk()
        guard case .directories(let rows)? = try desk.ask(.directories) else {
            Issue.record("no answer")
            return
        }
        #expect(rows.map(\.id) == [id] && rows.first?.counts?.blocking == 1)
        desk.host.world(.cellularRang(CallID(high: 1, low: 1), caller, name: nil))
        #expect(desk.host.calls.map(\.name) == ["A courier"])
    }

    @Test("A blocked call is in the log of blocked calls, and nowhere else")
    func blocked() throws {
        let desk = Desk(blocks: true)
        desk.host.world(.cellularRang(CallID(high: 1, low: 1), caller, name: nil))
        #expect(desk.host.calls.isEmpty && desk.store.calls.isEmpty)
        guard case .blockedCalls(let rows)? = try desk.ask(.blockedCalls(limit: 10)) else {
            Issue.record("no answer")
            return
        }
        #expect(rows.map(\.blockedBy) == [.directory(id)])
    }

    @Test("A person's tool lets a cellular call come in, which is looked up like any other")
    func ring() throws {
        let desk = Desk()
        let call = CallID(high: 1, low: 2)
        #expect(try desk.ask(.ringCellular(call, caller)) == .done)
        #expect(desk.host.calls.map(\.name) == ["A courier"])
        #expect(desk.host.calls.map(\.id) == [call])
        let long = Handle(kind: .phoneNumber, value: String(repeating: "1", count: 257))
        guard case .failed(let words)? = try desk.ask(.ringCellular(call, long)) else {
            Issue.record("a number of 257 bytes is taken")
            return
        }
        #expect(words.contains("256 bytes"))
    }

    @Test("A number is looked up with its contact, the own block list, and each extension's word")
    func lookUp() throws {
        let desk = Desk(isOn: false, blocks: true)
        desk.contacts.contacts = [Contact(name: "Ada", handles: [caller])]
        #expect(desk.host.act(.setBlocked(caller, true)) == .done)
        let row = NumberLookUp.Row(
            extensionID: id, isEnabled: false, blocks: true, label: "A courier")
        #expect(
            try desk.ask(.lookUpNumber("020 7946 0000"))
                == .lookedUp(
                    NumberLookUp(
                        number: 442_079_460_000, contact: "Ada", isBlockedByPerson: true,
                        rows: [row])))
        guard case .failed(let words)? = try desk.ask(.lookUpNumber("Ada\u{202E}")) else {
            Issue.record("\"Ada\" is a number")
            return
        }
        #expect(words.contains("\"Ada\"") && words.contains("--region"))
    }

    @Test("Contacts and the own block list are read page by page")
    func pages() throws {
        let desk = Desk()
        let handles = (0..<5).map { Handle(kind: .phoneNumber, value: "+4420794600\($0)0") }
        desk.contacts.contacts = handles.map { Contact(name: $0.value, handles: [$0]) }
        for handle in handles { _ = desk.host.act(.setBlocked(handle, true)) }
        #expect(
            try desk.ask(.blockList(limit: 2, offset: 3)) == .blockList([handles[3], handles[4]]))
        #expect(try desk.ask(.blockList(limit: -1, offset: -1)) == .blockList([]))
        guard case .contacts(let page)? = try desk.ask(.contacts(limit: 2, offset: 4)) else {
            Issue.record("no answer")
            return
        }
        #expect(page.map(\.name) == ["+442079460040"])
        #expect(desk.settings.settings.blocked == handles)
    }

    @Test("A load's progress and end reach who looks; a second time they change nothing")
    func loads() throws {
        let desk = Desk(isOn: false)
        #expect(desk.host.act(.setDirectoryEnabled(id, true)) == .failed(Self.stranger))
        desk.catalog.install(
            InstalledApp(
                bundle: "com.example.hotline", name: "Hotline",
                directoryExtensions: [
                    DirectoryExtension(id: id, app: "com.example.hotline", name: "People")
                ]))
        #expect(desk.host.act(.setDirectoryEnabled(id, true)) == .done)
        #expect(desk.directories.orders.map(\.isIncremental) == [true])
        desk.directories.progress?(5)
        let loading = DirectorySummary.Activity.loading(entries: 5)
        #expect(try desk.summary()?.activity == loading)
        desk.directories.outcome?(.failed(DirectoryFailure(.duplicateEntries, "entry 3")))
        desk.directories.outcome?(.loaded(DirectoryCounts()))
        #expect(try desk.summary()?.lastLoad?.failure?.words == "entry 3")
        #expect(try desk.summary()?.counts == DirectoryCounts(blocking: 1))
        #expect(desk.settings.settings.enabled == [id])
    }

    private static let stranger =
        "there is no call directory extension \(id); see: opencallkit directory status"
}
