// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import PhoneCore
import PhoneHost
import OCKStorage
import Testing

@testable import PhoneServices

@Suite("ExtensionHost")
struct ExtensionHostTests {
    private static let good = """
        connect
        hello
        hear
        block 1000 10 1
        identify 1000 100 2 3
        complete
        hear
        exit 0
        """

    @Test("B138, B139: an extension is run, and what it gives is in force and found")
    func loads() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load(Self.good)
        #expect(
            outcome == .loaded(DirectoryCounts(blocking: 10, identification: 100), remarks: []))
        let found = try stage.identify(1004)
        #expect(found.blockedBy == ExtensionStage.id)
        #expect(found.label == CallerLabel(text: "Label 2", source: ExtensionStage.id))
        #expect(try stage.identify(999) == CallerIdentification())
        #expect(stage.standing?.isLastLoadGood == true)
        #expect(stage.progress.last == 110)
        let log = try stage.extensionLog { $0.contains("did hear: completed") }
        #expect(log.contains("isIncremental: false"))
    }

    @Test("What was loaded is there after a restart")
    func restart() throws {
        let folder = try TemporaryFolder()
        do {
            let stage = try ExtensionStage(in: folder)
            _ = try stage.load(Self.good)
        }
        let stage = try ExtensionStage(in: folder)
        #expect(stage.standing?.counts == DirectoryCounts(blocking: 10, identification: 100))
        #expect(try stage.identify(1198).label?.text == "Label 0")
    }

    @Test("B144: changes are taken over what stands, where they are announced")
    func incremental() throws {
        let stage = try ExtensionStage()
        _ = try stage.load(Self.good)
        let outcome = try stage.load(
            "connect\nhello\nhear\nconfirm\nunblock 1000\nblock 5000\ncomplete\nhear",
            isIncremental: true)
        #expect(outcome.counts == DirectoryCounts(blocking: 10, identification: 100))
        #expect(try stage.identify(1000).blockedBy == nil)
        #expect(try stage.identify(5000).blockedBy != nil)
        let whole = try stage.load(
            "connect\nhello\nhear\nblock 7\ncomplete\nhear", isIncremental: true)
        #expect(whole.counts == DirectoryCounts(blocking: 1, identification: 0))
        #expect(try stage.identify(1004) == CallerIdentification())
    }

    @Test(
        "The first breach ends a load with Apple's code, the index, and the entry in its log",
        arguments: [
            ("block 5\nblock 4", 3, "blocking entry 1"),
            ("identify 5 2 1 1\nidentify 6 1 1 1", 4, "identification entry 2"),
            ("block 1 11 1", 5, "blocking entry 10"),
            ("unblock 5", 8, "not incremental"),
            ("block 0", 3, "blocking entry 0"),
            ("raw 000000020107", 2, "no operation 7"),
            ("raw 00100001", 2, "1048577 bytes"),
            ("raw 000000027b7d", 2, "not a known message"),
            ("hello", 2, "hello was said twice"),
            ("cancel no list", 2, "no list"),
            ("confirm", 2, "all entries are due"),
            ("close\nhang", 2, "closed its connection"),
        ])
    func breach(script: String, code: Int, words: String) throws {
        let stage = try ExtensionStage()
        _ = try stage.load(Self.good)
        let outcome = try stage.load(
            "connect\nhello\nhear\n\(script)\ncomplete\nhear\nhang", entryLimit: 10)
        #expect(outcome.failure?.code == code)
        #expect(outcome.failure?.words.contains(words) == true)
        #expect(stage.log.count == 1)
        #expect(stage.log[0].contains("failed with code \(code)"))
        _ = try stage.extensionLog { $0.contains("failed with code \(code)") }
        // The old data stays in force (B148), and the next load must bring all (B145).
        #expect(try stage.identify(1004).blockedBy == ExtensionStage.id)
        #expect(stage.standing?.isLastLoadGood == false)
    }

    @Test("The numbers of entries are in the extension's log, and not in the phone's")
    func numbers() throws {
        let stage = try ExtensionStage()
        _ = try stage.load("connect\nhello\nhear\nblock 447700900123\nblock 447700900122\ncomplete")
        #expect(stage.log.count == 1)
        #expect(!stage.log[0].contains("4477009001"))
        _ = try stage.extensionLog { $0.contains("447700900122") }
    }

    @Test(
        "B151: an extension that ends without completing gives code 2 and how it ended",
        arguments: [
            ("exit 3", "code 3"), ("connect\nexit 4", "code 4"),
            ("connect\nhello\nexit 5", "code 5"),
            ("connect\nhello\nhear\nblock 1 100000 1\nkill", "signal 9"),
        ])
    func ends(script: String, words: String) throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load(script)
        #expect(outcome.failure?.code == 2)
        #expect(outcome.failure?.words.contains(words) == true, "\(outcome)")
        #expect(stage.standing == nil)
    }

    @Test("A load is over when its process ends, though a child holds the socket open")
    func forked() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load("connect\nhello\nhear\nblock 1\nsend\nfork\nexit 0")
        #expect(outcome.failure?.words.contains("code 0") == true)
        let log = try stage.extensionLog { $0.contains("did fork") }
        let line = log.split(separator: "\n").first { $0.hasPrefix("did fork") }
        let child = try #require(line.flatMap { pid_t($0.split(separator: " ")[2]) })
        stage.stage.run("its child runs on") {
            stage.stage.loop.later { stage.stage.changed() }
            return !isRunning(child)
        }
    }

    /// False also for one that nobody has waited for yet.
    private func isRunning(_ process: pid_t) -> Bool {
        let status = (try? Files.read("/proc/\(process)/status", limit: 1 << 16)) ?? []
        return !status.isEmpty && !String(decoding: status, as: UTF8.self).contains("State:\tZ")
    }

    @Test("What comes behind completeRequest is not read, and changes nothing")
    func afterComplete() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load(
            "connect\nhello\nhear\nblock 1\ncomplete\nblock 2\ncomplete\nhear\nhang")
        #expect(outcome.counts?.blocking == 1)
        #expect(try stage.identify(2).blockedBy == nil)
    }

    @Test("B154: an extension that goes on after its load has failed still hears of it")
    func flood() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load(
            "connect\nhello\nhear\nblock 5\nblock 4\nblock 100 300000 1\nhear\nhang")
        #expect(outcome.failure?.code == 3)
        _ = try stage.extensionLog { $0.contains("did hear: failed(code: 3") }
    }

    @Test("A cancelled load ends with code 2, wherever it stands, and its process with it")
    func cancelled() throws {
        for script in ["hang", "connect\nhang", "connect\nhello\nhear\nblock 1\nsend\nhang"] {
            let stage = try ExtensionStage()
            var outcome: DirectoryLoadOutcome?
            let id = try stage.begin("fork\n\(script)") { outcome = $0 }
            _ = try stage.extensionLog { $0.contains("did fork") }
            if script.contains("send") {
                stage.stage.run("no batch came") { !stage.progress.isEmpty }
            }
            stage.directories.cancel(id)
            stage.stage.run("it did not end") { outcome != nil }
            #expect(outcome?.failure?.code == 2)
            #expect(try stage.load(Self.good).counts != nil)
        }
    }

    @Test("B152: memory over the warning is remarked on; over a limit that is set it ends the load")
    func memory() throws {
        let stage = try ExtensionStage()
        let script = "connect\nhello\nhear\nblock 1\nsend\ngrow 20\nblock 2\nsend\ncomplete\nhear"
        let loaded = try stage.load(script)
        guard case .loaded(_, let remarks) = loaded else {
            Issue.record("it did not load: \(loaded)")
            return
        }
        #expect(remarks.count == 1)
        #expect(remarks.first?.contains("20.") == true)
        let limited = try stage.load(
            "connect\nhello\nhear\ngrow 20\nhang", memoryLimit: 12 << 20)
        #expect(limited.failure?.code == 2)
        #expect(limited.failure?.words.contains("limit of 12.0 MB") == true)
    }

    @Test("An extension that nobody waits for is refused and told who starts it")
    func unexpected() throws {
        let stage = try ExtensionStage()
        _ = try stage.load(
            "connect\nhello\nhear\nblock 1\ncomplete\nhear\nconnect\nhello\nhear\nhang")
        let log = try stage.extensionLog { $0.contains("did hear: refused") }
        #expect(log.contains("started by the phone"))
    }

    @Test("Another version of the protocol is refused in words, which the failure repeats")
    func version() throws {
        let stage = try ExtensionStage()
        let outcome = try stage.load("connect\nhello 99\nhear\nhang")
        #expect(outcome.failure?.code == 2)
        #expect(outcome.failure?.words.contains("version 99") == true)
        _ = try stage.extensionLog { $0.contains("did hear: refused") }
    }

    @Test("Data that is removed is not found any more, now and after a restart")
    func removed() throws {
        let stage = try ExtensionStage()
        _ = try stage.load(Self.good)
        stage.directories.removeData(of: ExtensionStage.id)
        #expect(try stage.identify(1004) == CallerIdentification())
        #expect(try stage.load(Self.good, isIncremental: true).counts != nil)
        let log = try stage.extensionLog { _ in true }
        #expect(!log.contains("isIncremental: true"))
    }

    @Test("B161: an extension that is not installed gives code 1")
    func unknown() throws {
        let stage = try ExtensionStage()
        var outcome: DirectoryLoadOutcome?
        stage.directories.load(
            DirectoryLoadOrder(
                id: DirectoryLoadID(1), extensionID: "com.example.none", app: "com.example",
                isIncremental: false, entryLimit: 1, memoryLimit: nil, memoryWarning: 1),
            progress: { _ in }, outcome: { outcome = $0 })
        #expect(outcome?.failure?.code == 1)
    }
}
