// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKNetworking
import PhoneHost
import Testing

@testable import PhoneServices
import OCKStorage

@Suite("SettingsFile")
struct SettingsFileTests {
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private var path: String { "\(folder.path)/settings.json" }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
    }

    private func open() throws(ServiceFailure) -> SettingsFile {
        try SettingsFile(path: path, worker: stage.worker)
    }

    private static let some = PhoneSettings(
        blocked: [Handle(kind: .phoneNumber, value: "+442079460000")],
        extensionOrder: ["com.example.a", "com.example.b"],
        enabled: ["com.example.b"],
        orphans: [
            PhoneSettings.Orphan(
                id: "com.example.c", app: "com.example", name: "C",
                removeAt: WallTime(milliseconds: 7))
        ],
        supportedHandles: [
            PhoneSettings.SupportedHandles(app: "com.example", kinds: [.phoneNumber, .generic])
        ])

    @Test("Without a file nothing has been chosen; what is recorded is there after a restart")
    func restart() throws {
        do {
            let file = try open()
            #expect(file.settings == PhoneSettings())
            file.record(Self.some)
            #expect(file.settings == Self.some)
            file.flush()
            stage.worker.shutdown()
        }
        #expect(try SettingsFile(path: path, worker: try LoopStage().worker).settings == Self.some)
        var facts = stat()
        #expect(stat(path, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o600)
    }

    @Test("A file of a phone that did not keep what handles apps support is read as it stands")
    func older() throws {
        try folder.write(
            #"{"version":1,"settings":{"blocked":[{"kind":2,"value":"5"}],"enabled":[],"#
                + #""extensionOrder":["com.example.a"],"orphans":[]}}"#, "settings.json")
        #expect(
            try open().settings
                == PhoneSettings(
                    blocked: [Handle(kind: .phoneNumber, value: "5")],
                    extensionOrder: ["com.example.a"]))
    }

    @Test("Of many choices made at once the last is kept")
    func last() throws {
        let file = try open()
        for number in 0..<100 {
            file.record(PhoneSettings(enabled: ["com.example.x\(number)"]))
        }
        file.flush()
        stage.worker.shutdown()
        let next = try SettingsFile(path: path, worker: try LoopStage().worker)
        #expect(next.settings.enabled == ["com.example.x99"])
    }

    @Test(
        "A file that is damaged or of a newer phone is named, and left as it is",
        arguments: [
            ("", "damaged"), ("{}", "damaged"), ("{\"version\":1,\"settings\":3}", "damaged"),
            ("{\"version\":2,\"settings\":{}}", "version 2"),
        ])
    func unreadable(text: String, word: String) throws {
        try folder.write(text, "settings.json")
        let error = #expect(throws: ServiceFailure.self) { try open() }
        #expect(error.map { "\($0)" }?.contains(word) == true)
        #expect(error.map { "\($0)" }?.contains(path) == true)
        #expect(try folder.read("settings.json") == text)
    }

    @Test("A choice that cannot be written is told in words, and counts until the phone ends")
    func unwritable() throws {
        let file = try open()
        var words: [String] = []
        file.onProblem = {
            words.append($0)
            stage.changed()
        }
        try folder.makeFolder("settings.json.new")
        file.record(Self.some)
        stage.run("nothing was told") { !words.isEmpty }
        #expect(words[0].contains(path))
        #expect(file.settings == Self.some)
    }
}
