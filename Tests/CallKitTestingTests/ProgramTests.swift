// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Foundation
import Testing

/// An app that is a program of its own.
@Suite("Programs as apps") struct ProgramTests {
    private let pocket = "com.example.pocket"
    private let program = AppExecutable.built("PocketApp")

    @Test("A program is an app: it rings, and is waited for", .phone())
    func rings() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(pocket, executable: program)
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Caller 1")
        phone.user.answer()
        try await phone.advance(by: .seconds(1))
        #expect(phone.calls.map(\.isConnected) == [true])
        #expect(phone.violations.isEmpty)
        phone.user.end()
        try await phone.settle()
        #expect(phone.calls.isEmpty && app.isRunning)
    }

    @Test("A kill takes the singletons with it; a push starts the program anew", .phone())
    func killed() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(pocket, executable: program)
        for name in ["Caller 1", "Caller 2"] {
            phone.push(to: app)
            try await phone.settle()
            #expect(phone.screen.ringing?.callerName == name)
            phone.user.decline()
            try await phone.settle()
        }
        app.kill()
        try await phone.settle()
        #expect(!app.isRunning && phone.runningApps.isEmpty)
        phone.push(to: app)
        try await phone.settle(until: { phone.screen.ringing != nil })
        #expect(phone.screen.ringing?.callerName == "Caller 1")
        #expect(app.launchCount == 2)
    }

    @Test("A cold push starts an installed program", .phone())
    func cold() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install(pocket, executable: program)
        #expect(app.launchCount == 0)
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Caller 1")
    }

    @Test("A program that breaks a rule is ended", .phone())
    func silent() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(pocket, executable: program, arguments: ["silent"])
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.violations.map(\.number) == ["B121"])
        #expect(!app.isRunning)
    }

    @Test("A program that is not there cannot be launched", .phone())
    func missing() async throws {
        let phone = SimulatedPhone.current
        let error = #expect(throws: PhoneError.self) {
            try phone.launch(pocket, executable: .path("/nowhere/App"))
        }
        #expect(error?.description.contains("/nowhere/App") == true)
    }

    #if os(Linux)
    @Test("A program starts with no signal blocked", .phone())
    func signals() async throws {
        let phone = SimulatedPhone.current
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "opencallkit-\(UUID()).txt")
        defer { try? FileManager.default.removeItem(at: file) }
        let shell = try phone.launch(
            "com.example.shell", executable: .path("/bin/sh"),
            arguments: ["-c", "grep SigBlk /proc/self/status > \"$0\"", file.path])
        try await phone.settle()
        #expect(!shell.isRunning)
        let mask = try String(contentsOf: file, encoding: .utf8)
        #expect(mask.contains("0000000000000000"))
    }

    #endif

    @Test("A program that has ended leaves no file open", .phone())
    func files() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(pocket, executable: program)
        for _ in 0..<3 {
            try await phone.settle()
            app.kill()
            phone.relaunch(app)
        }
        try await phone.settle(until: { app.processes.filter(\.hasLink).count == 1 })
        #expect(app.launchCount == 4)
    }

    @Test("A push to a program that is not there fails the test", .phone())
    func missingAtPush() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install(pocket, executable: .path("/nowhere/App"))
        let push = phone.push(to: app)
        try await withKnownIssue {
            try await phone.settle()
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("there is no program /nowhere/App") }
        }
        #expect(phone.result(of: push) == .notStarted)
    }
}
