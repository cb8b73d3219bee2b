// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import OCKStorage
import PhoneCore
import PhoneHost
import Testing

@testable import PhoneServices

@Suite("ExtensionHost, when things are not as they should be")
struct ExtensionDamageTests {
    private static let many = "connect\nhello\nhear\nblock 1 100000 1000003\ncomplete\nhear"
    /// One of them, in the middle.
    private static let number: Int64 = 1 + 50_000 * 1_000_003

    /// Spoils the numbers of the one extension under the running phone.
    private func rot(_ stage: ExtensionStage) throws {
        let folder = "\(stage.paths.directories)/\(ExtensionStage.id)"
        let names = try Files.names(in: folder)
        let name = try #require(names.first { $0.hasSuffix(".table") })
        var bytes = try Files.read("\(folder)/\(name)", limit: 1 << 24)
        for index in bytes.indices where index >= 4096 { bytes[index] ^= 0x55 }
        let descriptor = open("\(folder)/\(name)", O_WRONLY)
        defer { close(descriptor) }
        try Files.write(bytes, to: descriptor, named: name)
    }

    @Test("Data that rots is set aside by the first call that meets it, and calls go on")
    func rotten() throws {
        let stage = try ExtensionStage()
        _ = try stage.load(Self.many)
        try rot(stage)
        var lost: [ExtensionID] = []
        stage.directories.onLost = { lost.append($0) }
        #expect(try stage.identify(Self.number) == CallerIdentification())
        #expect(lost == [ExtensionStage.id])
        stage.stage.run("nothing was said of it") { [stage] in
            if stage.log.isEmpty { stage.stage.loop.later { stage.stage.changed() } }
            return !stage.log.isEmpty
        }
        #expect(stage.log[0].contains("set aside"))
        #expect(stage.standing == nil)
        #expect(try stage.load(Self.many, isIncremental: true).counts?.blocking == 100_000)
        #expect(try stage.identify(Self.number).blockedBy != nil)
        #expect(try !stage.extensionLog { _ in true }.contains("isIncremental: true"))
    }

    @Test("Changes over data that has rotted fail with code 0, and the next load brings all")
    func rottenChanges() throws {
        let stage = try ExtensionStage()
        _ = try stage.load(Self.many)
        try rot(stage)
        let outcome = try stage.load(
            "connect\nhello\nhear\nconfirm\nblock \(Self.number)\ncomplete\nhear",
            isIncremental: true)
        #expect(outcome.failure?.code == 0)
        #expect(outcome.failure?.words.contains("damaged") == true)
        #expect(stage.standing == nil)
        #expect(try stage.load(Self.many, isIncremental: true).counts?.blocking == 100_000)
    }

    @Test("What comes right behind the hello is taken too, whole")
    func impatient() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load("connect\nhello\nblock 1 100000 1\ncomplete\nhear\nhear")
        #expect(outcome.counts?.blocking == 100_000)
        #expect(try stage.identify(100_000).blockedBy != nil)
    }

    @Test("An extension that runs in a debugger may be the load's; what the phone started ends")
    func debugger() throws {
        let stage = try ExtensionStage()
        var outcome: DirectoryLoadOutcome?
        let folder = "\(stage.folder.path)/Hotline.app/PlugIns/CallDirectory.appex"
        _ = try stage.begin(
            "hang-if-started\nconnect\nhello\nhear\nblock 5\ncomplete\nhear"
        ) { outcome = $0 }
        let log = try stage.extensionLog { $0.contains("did start") }
        let line = log.split(separator: "\n").first { $0.hasPrefix("did start") }
        let started = try #require(line.flatMap { pid_t($0.split(separator: " ")[2]) })
        let child = ChildProcess(
            executable: "\(folder)/CallDirectory",
            environment: ["OPENCALLKIT_APP_SOCKET=\(stage.paths.appSocket)"], folder: folder,
            log: "\(stage.folder.path)/debugger.log")
        let handle = try child.start()
        stage.stage.run("it did not load") { outcome != nil }
        #expect(outcome?.counts?.blocking == 1)
        waitpid(handle.processID, nil, 0)
        stage.stage.run("what the phone started runs on") {
            stage.stage.loop.later { stage.stage.changed() }
            return kill(started, 0) != 0
        }
    }
}
