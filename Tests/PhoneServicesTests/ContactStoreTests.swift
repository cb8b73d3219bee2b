// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import PhoneHost
import Testing

@testable import PhoneServices

@Suite("ContactStore")
struct ContactStoreTests {
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private var path: String { "\(folder.path)/contacts.vcf" }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
    }

    private func open() throws(ServiceFailure) -> ContactStore {
        try ContactStore(path: path, worker: stage.worker)
    }

    /// A file of people, each with one number.
    private func file(_ people: [(String, String)]) throws -> String {
        let cards = people.map { "BEGIN:VCARD\r\nFN:\($0)\r\nTEL:\($1)\r\nEND:VCARD\r\n" }
        try folder.write(cards.joined(), "import.vcf")
        return "\(folder.path)/import.vcf"
    }

    private func read(
        _ file: String, into store: ContactStore, isReplacing: Bool = false
    ) -> Result<ContactImport, ServiceFailure>? {
        var result: Result<ContactImport, ServiceFailure>?
        store.importCards(path: file, isReplacing: isReplacing) {
            result = $0
            stage.changed()
        }
        stage.run("the import never ended") { result != nil }
        return result
    }

    private func person(_ name: String, _ numbers: String...) -> Contact {
        Contact(name: name, handles: numbers.map { Handle(kind: .phoneNumber, value: $0) })
    }

    @Test("Without a file nobody is known; who is imported is known after a restart, by name")
    func restart() throws {
        let store = try open()
        #expect(store.contacts == [])
        let report = try read(file([("Bob", "2"), ("Ann", "1")]), into: store)?.get()
        #expect(report == ContactImport(contactCount: 2, handleCount: 2, knownCount: 2))
        #expect(store.contacts == [person("Ann", "1"), person("Bob", "2")])
        #expect(try open().contacts == store.contacts)
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    @Test("The same file once more changes nothing, and does not even write")
    func again() throws {
        let store = try open()
        let file = try file([("Ann", "1"), ("Bob", "1"), ("Bob", "2")])
        _ = try read(file, into: store)?.get()
        var changes = 0
        store.onChange = { changes += 1 }
        var before = stat()
        #expect(stat(path, &before) == 0)
        let report = try read(file, into: store)?.get()
        var after = stat()
        #expect(stat(path, &after) == 0)
        #expect(report?.knownCount == 2)
        #expect(changes == 0)
        #expect(before.st_ino == after.st_ino)
    }

    @Test("Another file's people join those before; a number that has moved is nobody else's")
    func merge() throws {
        let store = try open()
        var changes = 0
        store.onChange = { changes += 1 }
        _ = try read(file([("Ann", "1"), ("Bob", "2")]), into: store)?.get()
        let report = try read(file([("Bob", "3"), ("Eve", "1")]), into: store)?.get()
        #expect(report == ContactImport(contactCount: 2, handleCount: 2, knownCount: 2))
        #expect(store.contacts == [person("Bob", "2", "3"), person("Eve", "1")])
        #expect(changes == 2)
    }

    @Test("Who is replaced is forgotten")
    func replace() throws {
        let store = try open()
        _ = try read(file([("Ann", "1"), ("Bob", "2")]), into: store)?.get()
        _ = try read(file([("Eve", "3")]), into: store, isReplacing: true)?.get()
        #expect(store.contacts == [person("Eve", "3")])
        #expect(try open().contacts == store.contacts)
    }

    @Test("Imports that come at once are done one after the other")
    func queue() throws {
        let store = try open()
        var done = 0
        for number in 0..<5 {
            let name = "import\(number).vcf"
            try folder.write("BEGIN:VCARD\nFN:P\(number)\nTEL:\(number)\nEND:VCARD\n", name)
            store.importCards(path: "\(folder.path)/\(name)", isReplacing: false) { result in
                #expect((try? result.get().knownCount) == number + 1)
                done += 1
                stage.changed()
            }
        }
        stage.run("an import never ended") { done == 5 }
        #expect(store.contacts.count == 5)
    }

    @Test("A file that is missing, too large or no vCard is named, and changes nothing")
    func unreadable() throws {
        let store = try open()
        _ = try read(file([("Ann", "1")]), into: store)?.get()
        store.onChange = { Issue.record("the contacts have changed") }
        try folder.write("Name,Number\nBob,2\n", "list.csv")
        try folder.write("", "large.vcf")
        #expect(truncate("\(folder.path)/large.vcf", 65 << 20) == 0)
        for (name, word) in [
            ("list.csv", "BEGIN:VCARD"), ("missing.vcf", "missing.vcf"), ("large.vcf", "64 MiB"),
            (".", "no file"),
        ] {
            guard case .failure(let failure)? = read("\(folder.path)/\(name)", into: store) else {
                Issue.record("\(name) was imported")
                continue
            }
            #expect("\(failure)".contains(word), "\(failure)")
        }
        #expect(store.contacts == [person("Ann", "1")])
    }

    @Test("What cannot be written is not known either")
    func unwritable() throws {
        let store = try open()
        try folder.makeFolder("contacts.vcf.new")
        guard case .failure(let failure)? = try read(file([("Ann", "1")]), into: store) else {
            Issue.record("it was imported")
            return
        }
        #expect("\(failure)".contains(path))
        #expect(store.contacts == [])
    }

    @Test("A damaged file of the phone's own is named, and left as it is")
    func damaged() throws {
        try folder.write("damaged", "contacts.vcf")
        let error = #expect(throws: ServiceFailure.self) { try open() }
        #expect(error.map { "\($0)" }?.contains(path) == true)
        #expect(try folder.read("contacts.vcf") == "damaged")
    }

    @Test("People beyond the limit are left out and counted")
    func limit() {
        let people = (0..<Limits.settingCount).map { person("A\($0)", "1\($0)") }
        var merge = ContactMerge(people)
        merge.add([person("B1", "21"), person("A1", "31"), person("B2", "22")])
        #expect(merge.excess == 2)
        #expect(merge.contacts.count == Limits.settingCount)
        #expect(merge.contacts.contains(person("A1", "11", "31")))
    }
}
