// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// An extension that does what none should, on a real phone.
@Suite("A call directory extension that breaks the rules") struct BadDirectoryTests {
    private static let id = "com.example.bad.CallDirectory"

    private let phone: DirectoryPhone

    init() throws {
        phone = try DirectoryPhone()
        let plist = try readText("\(Binaries.package)/Examples/Hotline/Info.plist")
            .replacing("com.example.hotline", with: "com.example.bad")
            .replacing("<string>Hotline</string>", with: "<string>SilentApp</string>")
        let info = "\(phone.home)/Info.plist"
        try writeText(plist, to: info)
        try phone.install(
            Binaries.silentApp, info: info,
            extensions: ["\(Binaries.package)/Tests/EndToEnd/Apps/BadDirectory/Info.plist"])
        try order("one")
        let load = try phone.load("enable", Self.id)
        guard load.code == nil, load.blocking == 1 else { throw Failure("\(load)") }
        // Its process has a while to end, and is not to be taken for that of the next load.
        let deadline = Deadline(30)
        while extensionProcess() != nil {
            guard deadline.milliseconds > 0 else { throw Failure("it does not end") }
            poll(nil, 0, 10)
        }
    }

    /// What the extension does when it is loaded next.
    private func order(_ word: String) throws {
        try writeText(word, to: "\(try phone.group("group.com.example.bad"))/order")
    }

    @Test(
        "Entries at fault end the load with Apple's code, the index and the entry; exit 65",
        arguments: [("descend", 3, ["entry 2", "15550102"]), ("repeat", 4, ["entry 1", "Twice"])]
            + [("remove", 8, ["incremental"])])
    func entries(word: String, code: Int, words: [String]) throws {
        try order(word)
        let program = try phone.command("directory", "reload", Self.id, "--json")
        #expect(program.exitCode == 65)
        let load = try decode(DirectoryPhone.Load.self, try #require(program.output.first))
        #expect(load.code == code)
        for part in words { #expect(load.words?.contains(part) == true, "\(load)") }
        // What stood stands, and the extension has heard why.
        #expect(load.blocking == 1)
        let log = try phone.log(of: Self.id)
        #expect(
            log.contains("requestFailed com.apple.CallKit.error.calldirectorymanager \(code)"),
            "\(log)")
    }

    @Test(
        "One that ends, fails or gives up while it loads is code 2; exit 1",
        arguments: ["exit", "abort", "cancel"])
    func interrupted(word: String) throws {
        try order(word)
        let program = try phone.command("directory", "reload", Self.id, "--json")
        #expect(program.exitCode == 1)
        let load = try decode(DirectoryPhone.Load.self, try #require(program.output.first))
        #expect(load.code == 2)
        #expect(load.blocking == 1)
        // The next one has all to give.
        try order("one")
        #expect(try phone.load("reload", Self.id).isIncremental == false)
    }

    @Test("What comes after it has completed is not heard, and the load counts")
    func twice() throws {
        try order("twice")
        let load = try phone.load("reload", Self.id)
        #expect(load.code == nil)
        #expect(load.blocking == 1)
    }

    @Test("While it loads, another reload is refused; killed, it is code 2 and the rest goes on")
    func killed() throws {
        try order("wait")
        let reload = try Program(
            [
                Binaries.opencallkit, "directory", "reload", Self.id, "--json", "--home",
                phone.home,
            ])
        try waitUntilLoading()
        let second = try phone.command("directory", "reload", Self.id)
        #expect(second.exitCode == 1)
        #expect(second.errors.first?.contains("is loading already") == true)
        kill(try #require(extensionProcess()), SIGKILL)
        #expect(try reload.end() == 1)
        let load = try decode(DirectoryPhone.Load.self, try #require(reload.output.first))
        #expect(load.code == 2)
        #expect(load.blocking == 1)
    }

    @Test("A phone that is killed while it loads has what stood before, and all is due again")
    func phoneKilled() throws {
        try order("wait")
        let reload = try Program(
            [Binaries.opencallkit, "directory", "reload", Self.id, "--home", phone.home])
        try waitUntilLoading()
        try phone.restart(after: SIGKILL)
        #expect(try reload.end() != 0)
        #expect(try phone.status(of: Self.id).counts?.blocking == 1)
        try order("one")
        #expect(try phone.load("reload", Self.id).isIncremental == false)
    }

    private func waitUntilLoading() throws {
        let deadline = Deadline(30)
        while try phone.status(of: Self.id).activity == nil || extensionProcess() == nil {
            guard deadline.milliseconds > 0 else { throw Failure("it does not load") }
        }
    }

    /// The extension's process, found by its executable.
    private func extensionProcess() -> pid_t? {
        for name in folderNames("/proc") {
            guard let process = pid_t(name) else { continue }
            var path = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
            guard count > 0 else { continue }
            let text = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("\(phone.home)/"), text.hasSuffix(".appex/BadDirectory") {
                return process
            }
        }
        return nil
    }
}
