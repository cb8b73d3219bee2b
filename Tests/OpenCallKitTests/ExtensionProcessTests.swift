// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Foundation
import PhoneLink
import Testing

/// An extension's process, from its main.swift to its end.
@Suite struct ExtensionProcessTests {
    private final class Home: Sendable {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("ock-\(UUID().uuidString.prefix(8))")
        private var appex: URL { root.appendingPathComponent("Pocket.appex") }
        private var executable: URL { appex.appendingPathComponent("PocketDirectory") }
        var socket: String { root.appendingPathComponent("app.sock").path }

        init(principalClass: String = "PocketDirectory.CallDirectoryHandler") throws {
            try FileManager.default.createDirectory(at: appex, withIntermediateDirectories: true)
            let info: [String: Any] = ["NSExtension": ["NSExtensionPrincipalClass": principalClass]]
            let data = try PropertyListSerialization.data(
                fromPropertyList: info, format: .xml, options: 0)
            try data.write(to: appex.appendingPathComponent("Info.plist"))
            let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                .deletingLastPathComponent().appendingPathComponent("PocketDirectory")
            do {
                try FileManager.default.linkItem(at: built, to: executable)
            } catch {
                try FileManager.default.copyItem(at: built, to: executable)
            }
        }

        deinit { try? FileManager.default.removeItem(at: root) }

        func write(_ numbers: String) throws {
            let group = root.appendingPathComponent("groups/group.com.example.pocket")
            try FileManager.default.createDirectory(at: group, withIntermediateDirectories: true)
            try Data(numbers.utf8).write(to: group.appendingPathComponent("numbers.txt"))
        }

        private var process: Process {
            let process = Process()
            process.executableURL = executable
            process.environment = [
                "OPENCALLKIT_APP_SOCKET": socket,
                "OPENCALLKIT_GROUPS": "group.com.example.pocket",
                "OPENCALLKIT_GROUPS_FOLDER": "\(root.path)/groups",
                "XDG_CONFIG_HOME": "\(root.path)/groups/preferences", "HOME": root.path,
            ]
            return process
        }

        /// Runs the extension; what it exits with, and what it said.
        func run() async throws -> (status: Int32, output: String) {
            while true {
                let (process, pipe) = (process, Pipe())
                process.standardError = pipe
                process.standardOutput = pipe
                do {
                    let status = try await end(of: process)
                    let data = pipe.fileHandleForReading.readDataToEndOfFile()
                    return (status, String(decoding: data, as: UTF8.self))
                } catch let error as NSError where error.code == Int(ETXTBSY) {
                    // The program had to be copied, and another test's child holds it open.
                    await Task.yield()
                }
            }
        }

        private func end(of process: Process) async throws -> Int32 {
            try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = {
                    continuation.resume(returning: $0.terminationStatus)
                }
                do {
                    try process.run()
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }

        private func run(until listener: ListeningSocket) async throws -> (Int32, String) {
            // A process that has ended connects no more.
            defer { listener.stop() }
            return try await run()
        }

        /// Runs the extension against a phone.
        func run(
            script: @escaping FakeDirectoryPhone.Script = FakeDirectoryPhone.loading
        ) async throws -> (phone: FakeDirectoryPhone, status: Int32, output: String) {
            let listener = try ListeningSocket(path: socket)
            defer { unlink(socket) }
            async let descriptor = listener.accept()
            async let end = run(until: listener)
            let phone = FakeDirectoryPhone(
                accepted: try ExtensionProcessTests.connected(await descriptor), script: script)
            let (status, output) = try await end
            await phone.closed()
            return (phone, status, output)
        }
    }

    private struct NoConnection: Error {}

    private static func connected(_ descriptor: Int32) throws -> Int32 {
        guard descriptor >= 0 else { throw NoConnection() }
        return descriptor
    }

    @Test("A process loads what its group holds; processes of one phone share it, of two do not")
    func groups() async throws {
        let (home, other) = (try Home(), try Home())
        try home.write("14085550123\n14085550124\n")
        try other.write("33162000000\n")
        for load in 1...2 {
            let (phone, status, output) = try await home.run()
            #expect(status == 0 && output == "")
            #expect(
                phone.lines == [
                    "block 14085550123", "block 14085550124", "identify 14085550100 Load \(load)",
                ])
        }
        let (phone, _, _) = try await other.run()
        #expect(phone.lines == ["block 33162000000", "identify 14085550100 Load 1"])
    }

    @Test("A failure reaches the delegate, is told on standard error, and ends the process")
    func failed() async throws {
        let home = try Home()
        try home.write("1")
        let (_, status, output) = try await home.run { request in
            switch request {
            case .hello: [.welcome(DirectoryWelcome(extensionID: "x", isIncremental: false))]
            default: [.failed(code: 5, words: "the list is too long")]
            }
        }
        #expect(status == 0)
        #expect(output.contains("failed with 5"))
        #expect(
            output.contains("OpenCallKit: the load has failed with code 5: the list is too long"))
    }

    @Test("A request that is given up ends the process, and the phone hears why")
    func cancelled() async throws {
        let (phone, status, _) = try await Home().run()
        #expect(status == 0)
        guard case .cancel = phone.requests.last else {
            Issue.record("the phone did not hear of it")
            return
        }
    }

    @Test("A phone that refuses, and none at all, are told on standard error")
    func noLoad() async throws {
        let home = try Home()
        let (_, status, output) = try await home.run { _ in [.refused("not installed")] }
        #expect(status == 1)
        #expect(output.contains("refused this process: not installed"))
        let alone = try await home.run()
        #expect(alone.status == 1 && alone.output.contains("start one with"))
    }

    @Test("A class that is not the bundle's is told before anything else")
    func otherClass() async throws {
        let home = try Home(principalClass: "$(PRODUCT_MODULE_NAME).OtherHandler")
        let (status, output) = try await home.run()
        #expect(status == 1)
        #expect(output.contains("is $(PRODUCT_MODULE_NAME).OtherHandler, and main.swift makes a"))
    }
}
