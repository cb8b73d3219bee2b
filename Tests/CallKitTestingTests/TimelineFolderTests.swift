// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

/// Set for a process whose test is to fail.
private let plantedFailure = "OPENCALLKIT_PLANTED_FAILURE"

@Suite("Timelines that a test run leaves in a folder") struct TimelineFolderTests {
    private let hotline = "com.example.hotline"
    private let place = FileManager.default.temporaryDirectory
        .appendingPathComponent("opencallkit-timelines-\(UUID())")
    private let complaints = Complaints()

    private func folder(_ scope: String? = nil, at path: String? = nil) -> TimelineFolder? {
        var variables = ["OPENCALLKIT_TIMELINES": path ?? place.path]
        variables["OPENCALLKIT_TIMELINES_OF"] = scope
        return TimelineFolder(variables) { [complaints] in complaints.add($0) }
    }

    private var pages: [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: place.path)
        return (names ?? []).sorted()
    }

    @Test("A test that throws leaves the page of its phone, named after the test")
    func thrown() async throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let test = try #require(Test.current)
        await #expect(throws: PhoneError.self) {
            try await PhoneTrait.phone().provideScope(for: test, testCase: nil) {
                SimulatedPhone.current.timelineFolder = folder()
                SimulatedPhone.current.launch(hotline) { VoIPService() }
                try await SimulatedPhone.current.advance(by: .seconds(-1))
            }
        }
        #expect(pages == ["TimelineFolderTests.thrown.html"])
        let page = try String(
            contentsOf: place.appendingPathComponent(pages[0]), encoding: .utf8)
        #expect(page.contains("A test that throws leaves the page of its phone"))
        #expect(page.contains(hotline))
    }

    @Test("A test that passes leaves none, and with \"all\" it does", arguments: ["failed", "all"])
    func passed(scope: String) async throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let test = try #require(Test.current)
        try await PhoneTrait.phone().provideScope(for: test, testCase: nil) {
            SimulatedPhone.current.timelineFolder = folder(scope)
            SimulatedPhone.current.close()
        }
        #expect(pages == (scope == "all" ? ["TimelineFolderTests.passed.html"] : []))
    }

    @Test("A phone that a test made itself leaves its page where a rule failed the test")
    func brokenRule() async throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let phone = SimulatedPhone()
        phone.timelineFolder = folder()
        phone.failOn = .violations
        phone.onFailure = { _ in }
        let app = phone.launch(hotline) { VoIPService() }
        try await SimulatedPhoneTests.set(app) { $0.reports = false }
        phone.push(to: app)
        try await phone.settle()
        #expect(pages == [])
        phone.close()
        #expect(pages == ["TimelineFolderTests.brokenRule.html"])
    }

    @Test("Names become names of files, and two of one name two files")
    func names() async throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.timelineFolder = folder()
        let long = String(repeating: "x", count: 400)
        for name in ["a/../b c: 1", "A/../B C: 1", "..", "Grüße", long] { phone.saveTimeline(name) }
        #expect(
            pages == [
                "A-..-B-C-1-2.html", "Gr-e.html", "a-..-b-c-1.html", "phone.html",
                "\(long.prefix(160)).html",
            ])
        #expect(complaints.all.isEmpty)
    }

    @Test("A folder that cannot be written, and a word that is none, are complained of once")
    func complaintsOnce() async throws {
        let phone = SimulatedPhone()
        defer { phone.close() }
        phone.timelineFolder = folder("some", at: "/dev/null/pages")
        phone.saveTimeline("a")
        phone.saveTimeline("b")
        #expect(complaints.all.count == 2)
        #expect(complaints.all.first?.hasSuffix("say failed or all") == true)
        #expect(complaints.all.last?.contains("/dev/null/pages, which OPENCALLKIT_T") == true)
        #expect(TimelineFolder(["OPENCALLKIT_TIMELINES": ""]) { _ in } == nil)
    }

    #if os(Linux)
    /// Runs this very program again, with a test that is switched off otherwise.
    @Test("An expectation that is not met leaves the page, in the folder that a variable names")
    func expectation() async throws {
        defer { try? FileManager.default.removeItem(at: place) }
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = [
            "--testing-library", "swift-testing", "--filter", "TimelineFolderTests/planted",
        ]
        var variables = ProcessInfo.processInfo.environment
        variables["OPENCALLKIT_TIMELINES"] = place.path
        variables[plantedFailure] = "1"
        child.environment = variables
        child.standardOutput = FileHandle.nullDevice
        child.standardError = FileHandle.nullDevice
        try await withCheckedThrowingContinuation { ended in
            child.terminationHandler = { _ in ended.resume() }
            do { try child.run() } catch { ended.resume(throwing: error) }
        }
        #expect(child.terminationStatus != 0)
        #expect(pages == ["TimelineFolderTests.planted.html"])
    }
    #endif

    @Test(
        "A failure that another test wants to see", .phone(),
        .enabled(if: ProcessInfo.processInfo.environment[plantedFailure] != nil))
    func planted() { #expect(SimulatedPhone.current.isLocked) }

    private final class Complaints: @unchecked Sendable {
        // Sendable because the lock guards the words.
        private let lock = NSLock()
        private var words: [String] = []
        var all: [String] { lock.withLock { words } }
        func add(_ word: String) { lock.withLock { words.append(word) } }
    }
}
