// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import NumberTable
import OCKStorage
import OCKWire
import PhoneCore
import PhoneHost
import Testing

@testable import PhoneServices

@Suite("DirectoryFolder")
struct DirectoryFolderTests {
    private static let id: ExtensionID = "com.example.hotline.CallDirectory"
    private let folder: TemporaryFolder
    private var path: String { "\(folder.path)/\(Self.id)" }

    init() throws { folder = try TemporaryFolder() }

    /// The folder as a phone that starts finds it.
    private func restart() throws -> (data: DirectoryFolder.Data?, problems: [String]) {
        let store = try DirectoryStore(path: folder.path)
        return (store.found[Self.id], store.problems)
    }

    private static func folder(
        in path: String, onStep: @escaping (DirectoryFolder.Step) -> Void = { _ in }
    ) -> DirectoryFolder {
        DirectoryFolder(id, in: path, onStep: onStep) { Issue.record("\($0)") }
    }

    /// A load of so many numbers to block.
    @discardableResult
    private static func load(
        _ folder: DirectoryFolder, from first: Int64 = 1, count: Int64, isIncremental: Bool = false
    ) throws -> DirectoryFolder.Data {
        try folder.begin()
        let order = DirectoryLoadOrder(
            id: DirectoryLoadID(1), extensionID: id, app: "com.example.hotline",
            isIncremental: isIncremental, entryLimit: 1_999_999, memoryLimit: nil,
            memoryWarning: .max)
        let file = folder.nextFile
        let loader = DirectoryLoader(order, over: folder.data?.stack, path: folder.path(of: file))
        if isIncremental {
            _ = try loader.take(MessageCoder.encode(DirectoryRequest.confirmIncremental))
        }
        var writer = EntryBatchWriter()
        // Far apart, so that they fill blocks.
        for index in 0..<count { writer.addBlocking(first + index * 1_000_003) }
        _ = try loader.take(writer.take())
        return try folder.commit(
            try loader.finish(), file: file, at: WallTime(milliseconds: count))
    }

    @Test("What was committed is there after a restart, and nothing else is in the folder")
    func committed() throws {
        let folder = Self.folder(in: folder.path)
        try Self.load(folder, count: 10)
        try Self.load(folder, count: 20)
        try Self.load(folder, from: 500, count: 1, isIncremental: true)
        let data = try #require(try restart().data)
        #expect(data.counts == DirectoryCounts(blocking: 21, identification: 0))
        #expect(data.isLastLoadGood)
        #expect(data.loadedAt == WallTime(milliseconds: 1))
        #expect(try data.stack.blocks(500))
        #expect(try Files.names(in: path) == ["2.table", "3.table", "manifest.json"])
    }

    @Test("Many changes become one file, which says the same")
    func merged() throws {
        let folder = Self.folder(in: folder.path)
        try Self.load(folder, count: 10)
        try Self.load(folder, from: 500, count: 10, isIncremental: true)
        let merged = try #require(try folder.mergeIfWanted())
        #expect(merged.stack.layers.count == 1)
        #expect(try folder.mergeIfWanted() == nil)
        let data = try #require(try restart().data)
        #expect(data.counts.blocking == 20)
        #expect(try data.stack.blocks(500) && data.stack.blocks(1))
        #expect(try Files.names(in: path) == ["3.table", "manifest.json"])
        try Self.load(folder, from: 700, count: 1, isIncremental: true)
        #expect(try restart().data?.counts.blocking == 21)
    }

    @Test(
        "B148: a phone killed at any step of a load finds the old data or the new, whole",
        arguments: DirectoryFolder.Step.allCases)
    func killed(step: DirectoryFolder.Step) async throws {
        try Self.load(Self.folder(in: folder.path), count: 10)
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, step = step.rawValue as String] in
            let folder = Self.folder(in: path) { if $0.rawValue == step { raise(SIGKILL) } }
            try Self.load(folder, from: 500, count: 10, isIncremental: true)
            _ = try folder.mergeIfWanted()
        }
        let isNew = ![.willBegin, .begun, .willCommit].contains(step)
        let (found, problems) = try restart()
        let data = try #require(found)
        #expect(problems.isEmpty)
        #expect(data.counts.blocking == (isNew ? 20 : 10))
        #expect(try data.stack.blocks(500) == isNew)
        #expect(data.isLastLoadGood == (isNew || step == .willBegin))
        #expect(try Files.names(in: path).count == data.stack.layers.count + 1)
    }

    @Test(
        "B148: a phone killed within any write finds the old data, whole",
        arguments: [0, 1, 100, 300, 1000, 4096, 8192, 12288, 16384, 32768, 65536] as [UInt])
    func killedWriting(limit: UInt) async throws {
        try Self.load(Self.folder(in: folder.path), count: 10)
        await #expect(processExitsWith: .signal(SIGXFSZ)) {
            [path = folder.path as String, limit = limit as UInt] in
            let folder = Self.folder(in: path)
            // Whoever started the tests may ignore it, or hold it back.
            signal(SIGXFSZ, SIG_DFL)
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            Self.limitFiles(to: limit)
            try Self.load(folder, count: 100_000)
        }
        let (data, problems) = try restart()
        #expect(problems.isEmpty)
        #expect(data?.counts.blocking == 10)
        #expect(try data?.stack.blocks(1) == true)
    }

    @Test(
        "On a full disk a load fails with code 0 and what to do, and the old data stays",
        arguments: [0, 100, 300, 1000, 4096, 8192, 16384, 32768, 65536] as [UInt])
    func full(limit: UInt) async throws {
        try Self.load(Self.folder(in: folder.path), count: 10)
        await #expect(processExitsWith: .success) {
            [path = folder.path as String, limit = limit as UInt] in
            let folder = Self.folder(in: path)
            signal(SIGXFSZ, SIG_IGN)
            Self.limitFiles(to: limit)
            do {
                try Self.load(folder, count: 100_000)
                exit(1)
            } catch let breach as DirectoryBreach {
                guard breach.failure.code == 0, breach.failure.words.contains(path) else {
                    exit(2)
                }
            } catch let failure as ServiceFailure {
                guard failure.description.contains(path) else { exit(3) }
            }
            guard folder.data?.counts.blocking == 10 else { exit(4) }
            Self.limitFiles(to: 1 << 30)
            try Self.load(folder, count: 30)
            guard folder.data?.counts.blocking == 30 else { exit(5) }
            exit(0)
        }
        #expect(try restart().data?.counts.blocking == 30)
    }

    /// A write past that many bytes of a file fails, or ends the process.
    private static func limitFiles(to byteCount: UInt) {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        limit.rlim_cur = min(byteCount, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    }

    @Test(
        "Damaged data is set aside and named, and the next load begins anew",
        arguments: ["manifest.json", "1.table"], ["", "{", "cut", "gone", "bits"])
    func damaged(file: String, how: String) throws {
        let folder = Self.folder(in: folder.path)
        try Self.load(folder, count: 1000)
        let place = "\(path)/\(file)"
        var bytes = try Files.read(place, limit: 1 << 20)
        switch how {
        case "gone": unlink(place)
        case "cut": try Files.writeWhole(Array(bytes.dropLast(20)), to: place)
        case "bits":
            for index in bytes.indices.prefix(64) { bytes[index] ^= 0x55 }
            try Files.writeWhole(bytes, to: place)
        default: try Files.writeWhole(Array(how.utf8), to: place)
        }
        let (data, problems) = try restart()
        #expect(data == nil)
        // Without a manifest nothing says that there was data.
        guard file != "manifest.json" || how != "gone" else { return }
        #expect(problems.count == 1)
        #expect(problems.first?.contains(Self.id) == true)
        #expect(problems.first?.contains("load it again") == true)
        #expect(access("\(path)~damaged", F_OK) == 0)
        #expect(try restart().problems.isEmpty)
        try Self.load(Self.folder(in: self.folder.path), count: 5)
        #expect(try restart().data?.counts.blocking == 5)
    }

    @Test(
        "Counts in a manifest that would overflow are damage",
        arguments: [#""lastFile" : 1"#, #""blocking" : 10"#, #""identification" : 0"#])
    func counts(text: String) throws {
        try Self.load(Self.folder(in: folder.path), count: 10)
        let place = "\(path)/manifest.json"
        let manifest = String(decoding: try Files.read(place, limit: 1 << 16), as: UTF8.self)
        let name = text.prefix { $0 != ":" }
        let changed = manifest.replacing(text, with: "\(name): \(Int.max)")
        #expect(changed != manifest)
        try Files.writeWhole(Array(changed.utf8), to: place)
        #expect(try restart().problems.count == 1)
        try Self.load(Self.folder(in: folder.path), count: 5)
        #expect(try restart().data?.counts.blocking == 5)
    }

    @Test("Data that is removed is gone, also what a phone that was killed had half removed")
    func removed() throws {
        let folder = Self.folder(in: folder.path)
        try Self.load(folder, count: 10)
        folder.remove()
        #expect(folder.data == nil)
        #expect(try Files.names(in: self.folder.path).isEmpty)
        try Self.load(folder, count: 10)
        rename(path, path + DirectoryFolder.goneMark)
        #expect(try restart().data == nil)
        #expect(try Files.names(in: self.folder.path).isEmpty)
    }

    @Test("A look-up that meets damaged bytes leaves that extension out, and says what to do")
    func lookUp() throws {
        let folder = Self.folder(in: folder.path)
        let good = try Self.load(folder, count: 100_000)
        var bytes = try Files.read("\(path)/1.table", limit: 1 << 20)
        for index in bytes.indices where index >= 4096 { bytes[index] ^= 0x55 }
        // Past the checks at the start, as when the disk rots later.
        let descriptor = open("\(path)/1.table", O_WRONLY)
        defer { close(descriptor) }
        try Files.write(bytes, to: descriptor, named: path)
        var lookUp = DirectoryLookUp()
        lookUp.ask([DirectoryLookUp.Source(id: Self.id, data: good)], 1 + 50_000 * 1_000_003)
        #expect(lookUp.found == CallerIdentification())
        #expect(lookUp.damages.map(\.source.id) == [Self.id])
    }
}
