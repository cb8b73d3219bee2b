// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@testable import VoIPKit

/// A handler that tells how far it is, and adds as many numbers as its class says.
private final class TenNumbers: CXCallDirectoryProvider {
    var progress: CallDirectoryProgressFile?

    convenience init(_ file: URL?) {
        self.init()
        progress = file.map { CallDirectoryProgressFile($0) }
    }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        for number in 1...10 {
            context.addBlockingEntry(withNextSequentialPhoneNumber: Int64(1_408_555_0000 + number))
            progress?.report(done: number, of: 10)
        }
        context.completeRequest()
    }
}

/// A handler that adds its numbers the wrong way round.
private final class Descending: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.addBlockingEntry(withNextSequentialPhoneNumber: 2)
        context.addBlockingEntry(withNextSequentialPhoneNumber: 1)
        context.completeRequest()
    }
}

/// A handler that never completes.
private final class Hanging: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {}
}

@Suite("The app's side of call directories", .phone(.iOS(18)))
struct CallDirectoryServiceTests {
    private let phone = SimulatedPhone.current
    private let first = "com.example.hotline.first"
    private let second = "com.example.hotline.second"

    /// An app that has its extensions loaded.
    @MainActor final class DirectoryApp {
        let service: CallDirectoryService
        private(set) var told: [CallDirectoryReload] = []
        private(set) var answers: [CallDirectoryError?] = []
        private(set) var outcomes: [CallDirectoryReload] = []
        private var observation: CallObservation?
        var task: Task<Void, Never>?

        init(
            _ phone: SimulatedPhone, _ identifiers: [String],
            _ version: SystemVersion = SystemVersion(18), progress: URL? = nil
        ) {
            service = CallDirectoryService(
                identifiers, systemVersion: version, clock: PhoneClock(phone)
            ) { _ in progress.map { CallDirectoryProgressFile($0) } }
            observation = service.observe { [weak self] in self?.told.append($0) }
        }

        func ask(_ body: @escaping @MainActor (CallDirectoryService) async throws -> Void) {
            task = Task {
                do {
                    try await body(service)
                    answers.append(nil)
                } catch {
                    answers.append(error as? CallDirectoryError)
                }
            }
        }

        func reloadAll() { Task { outcomes = await service.reloadAll() } }
    }

    private func launch(
        version: SystemVersion = SystemVersion(18), progress: URL? = nil,
        _ handler: @escaping @Sendable () -> CXCallDirectoryProvider
    ) -> SimulatedApp {
        let (phone, first, second) = (phone, first, second)
        let app = phone.launch("com.example.hotline") {
            DirectoryApp(phone, [first, second], version, progress: progress)
        }
        app.addDirectoryExtension(first) { handler() }
        app.addDirectoryExtension(second) { TenNumbers(nil) }
        return app
    }

    private func reload(_ app: SimulatedApp, _ id: String) async throws {
        try await app.run(with: DirectoryApp.self) { app in app.ask { try await $0.reload(id) } }
        try await phone.settle()
    }

    private func answers(_ app: SimulatedApp) async throws -> [CallDirectoryError?] {
        try await app.run(with: DirectoryApp.self) { $0.answers }
    }

    @Test("an extension that is on is loaded, and says so")
    func loads() async throws {
        let app = launch { TenNumbers(nil) }
        phone.directory.enable(first)
        try await phone.settle()
        try await reload(app, first)
        #expect(try await answers(app) == [nil])
        let told = try await app.run(with: DirectoryApp.self) { $0.told.map(\.state) }
        #expect(told == [.loading(nil), .loaded])
        #expect(try phone.directory.blockedNumbers(of: first).count == 10)
    }

    @Test("whether it is on is told, and where it is switched on is shown (B155)")
    func status() async throws {
        let app = launch { TenNumbers(nil) }
        try await phone.settle()
        let (first, second) = (first, second)
        let before = try await app.run(with: DirectoryApp.self) { $0.service }
        #expect(try await before.status(of: first) == .disabled)
        phone.directory.enable(first)
        try await phone.settle()
        #expect(try await before.status(of: first) == .enabled)
        #expect(try await before.status(of: second) == .disabled)
        await #expect(throws: CallDirectoryError.noExtensionFound) {
            try await before.status(of: "com.example.hotline.none")
        }
        try await before.openSettings()
        #expect(await before.canOpenSettings)
    }

    @Test("a system before 13.4 leads nowhere")
    func oldSystem() async throws {
        let app = launch(version: SystemVersion(13, 3)) { TenNumbers(nil) }
        try await app.run(with: DirectoryApp.self) { app in
            #expect(!app.service.canOpenSettings)
            app.ask { try await $0.openSettings() }
        }
        try await phone.settle()
        #expect(try await answers(app) == [.settingsUnavailable])
    }

    @Test("one that is off is not loaded, which is typed (B149)")
    func disabled() async throws {
        let app = launch { TenNumbers(nil) }
        try await reload(app, first)
        #expect(try await answers(app) == [.extensionDisabled])
    }

    @Test("numbers out of order are told as such, and what stood before stays (B140, B148)")
    func descending() async throws {
        let app = launch { Descending() }
        phone.directory.enable(first)
        try await phone.settle()
        try await reload(app, first)
        #expect(try await answers(app) == [.entriesOutOfOrder])
    }

    @Test(
        "each code of the system's is an error with words and advice (B160, B161)",
        arguments: [
            (0, CallDirectoryError.unknown), (2, .loadingInterrupted), (3, .entriesOutOfOrder),
            (4, .duplicateEntries), (5, .maximumEntriesExceeded),
            (8, .unexpectedIncrementalRemoval), (11, .storeDamaged), (102, .unnamed(code: 102)),
        ])
    func codes(_ code: Int, _ error: CallDirectoryError) async throws {
        let app = launch { TenNumbers(nil) }
        phone.directory.enable(first)
        try await phone.settle()
        phone.faults.directoryLoadsFail = code
        try await reload(app, first)
        #expect(try await answers(app) == [error])
        #expect(error.errorDescription?.isEmpty == false)
        #expect(error.recoverySuggestion?.isEmpty == false)
    }

    @Test("an error of another kind keeps its domain")
    func other() {
        let error = NSError(domain: "NSCocoaErrorDomain", code: 4099)
        #expect(CallDirectoryError(error) == .other(domain: "NSCocoaErrorDomain", code: 4099))
        let busy = CXErrorCodeCallDirectoryManagerError(.currentlyLoading)
        #expect(CallDirectoryError(busy) == .currentlyLoading)
    }

    @Test("a load that is going on elsewhere is waited for (B150)")
    func busy() async throws {
        let app = launch { TenNumbers(nil) }
        phone.directory.enable(first)
        try await phone.settle()
        phone.faults.directoryLoadsFail = 7
        try await reload(app, first)
        #expect(try await answers(app) == [])
        let told = try await app.run(with: DirectoryApp.self) { $0.told.map(\.state) }
        #expect(told == [.loading(nil), .waiting])
        phone.faults.directoryLoadsFail = nil
        try await phone.advance(by: .seconds(1))
        #expect(try await answers(app) == [nil])
    }

    @Test("all are loaded in order, and one that fails keeps no other from it")
    func all() async throws {
        let app = launch { Descending() }
        for id in [first, second] {
            phone.directory.enable(id)
            try await phone.settle()
        }
        try await app.run(with: DirectoryApp.self) { $0.reloadAll() }
        try await phone.settle()
        let outcomes = try await app.run(with: DirectoryApp.self) { $0.outcomes }
        #expect(outcomes.map(\.identifier) == [first, second])
        #expect(outcomes.map(\.state) == [.failed(.entriesOutOfOrder), .loaded])
    }

    @Test("whoever cancels waits no more for a handler that hangs")
    func cancelled() async throws {
        let app = launch { Hanging() }
        phone.directory.enable(first)
        try await phone.settle()
        try await reload(app, first)
        #expect(try await answers(app) == [])
        try await app.run(with: DirectoryApp.self) { $0.task?.cancel() }
        try await phone.settle()
        #expect(try await answers(app) == [.cancelled])
    }

    @Test("what the extension tells of its progress comes to the app by their file")
    func progress() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("VoIPKitTests-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("progress")
        var file = CallDirectoryProgressFile(url)
        file.report(done: 1, of: 0)
        #expect(file.fraction() == nil)
        file.report(done: 1, of: 3)
        #expect(CallDirectoryProgressFile(url).fraction() == 0.333)
        let first = first
        let app = launch(progress: url) { TenNumbers(url) }
        phone.directory.enable(first)
        try await phone.settle()
        try await reload(app, first)
        let told = try await app.run(with: DirectoryApp.self) { $0.told.map(\.state) }
        #expect(told.first == .loading(nil))
        #expect(told.suffix(2) == [.loading(1), .loaded])
        #expect(CallDirectoryProgressFile(url).fraction() == 1)
    }

    @Test(
        "a file that is none is passed over",
        arguments: ["", "x", "-1", "1001", "1e3", String(repeating: "1", count: 65)])
    func strangeFile(_ text: String) throws {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("VoIPKitTests-\(UUID())")
        try Data(text.utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let file = CallDirectoryProgressFile(url)
        #expect(file.fraction() == nil)
        file.clear()
        file.clear()
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
