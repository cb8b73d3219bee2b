// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallKit
import CallModel
import ClientsSwift6
import Foundation
import PhoneLink
import Testing

@Suite struct DirectoryManagerTests {
    private let name = "com.example.test.directory"

    private func bench(
        _ link: FakeLink = .inProcess, error: RequestError? = nil,
        status: DirectoryEnabledStatus = .enabled
    ) throws -> Bench {
        try Bench(link) { request in
            switch request {
            case .directoryStatus(let id, _):
                error.map { [.answered(id, $0)] } ?? [.directoryStatus(id, status)]
            case .reloadDirectory(let id, _), .openDirectorySettings(let id):
                [.answered(id, error)]
            default: FakePhone.admitting(request)
            }
        }
    }

    @Test(
        "An app reloads its extension, and shows where it is switched on",
        arguments: FakeLink.allCases)
    func requests(link: FakeLink) async throws {
        let bench = try bench(link)
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        try await manager.reloadExtension(withIdentifier: name)
        try await manager.openSettings()
        #expect(try await manager.enabledStatusForExtension(withIdentifier: name) == .enabled)
        #expect(
            bench.phone.requests == [
                .reloadDirectory(RequestID(1), name), .openDirectorySettings(RequestID(2)),
                .directoryStatus(RequestID(3), name),
            ])
    }

    @Test("Each error of the phone's is Apple's, cast and by its number", arguments: 0...8)
    func errors(code: Int) async throws {
        let bench = try bench(error: .callDirectory(code))
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        for ask in [
            manager.reloadExtension(withIdentifier:), { _ in try await manager.openSettings() },
        ] {
            do {
                try await ask(name)
                Issue.record("no error")
            } catch let error as CXErrorCodeCallDirectoryManagerError {
                #expect(error.code.rawValue == code && error.errorCode == code)
                #expect((error as NSError).domain == CXErrorDomainCallDirectoryManager)
            }
        }
    }

    @Test("B161: a number without a name is unknown by code and keeps its number")
    func undocumented() async throws {
        let bench = try bench(error: .callDirectory(102))
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        do {
            try await manager.reloadExtension(withIdentifier: name)
            Issue.record("no error")
        } catch let error as CXErrorCodeCallDirectoryManagerError {
            #expect(error.code == .unknown && error.errorCode == 102)
        }
    }

    @Test("B155: an extension is on, off, or unknown with an error where it is not the app's")
    func status() async throws {
        let statuses: [(DirectoryEnabledStatus, CXCallDirectoryManager.EnabledStatus)] = [
            (.unknown, .unknown), (.disabled, .disabled), (.enabled, .enabled),
        ]
        for (told, expected) in statuses {
            let bench = try bench(status: told)
            let manager = bench.make { CXCallDirectoryManager.sharedInstance }
            let status = try await manager.enabledStatusForExtension(withIdentifier: name)
            #expect(status == expected && status.rawValue == told.rawValue)
        }
        let bench = try bench(error: .callDirectory(.noExtensionFound))
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        let (status, code) = await withCheckedContinuation { continuation in
            manager.getEnabledStatusForExtension(withIdentifier: name) { status, error in
                continuation.resume(returning: (status, (error as NSError?)?.code))
            }
        }
        #expect(status == .unknown && code == 1)
    }

    @Test("An identifier too long to be one is that of no extension, and is not sent")
    func tooLong() async throws {
        let bench = try bench()
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        let long = String(repeating: "x", count: 257)
        await #expect(throws: CXErrorCodeCallDirectoryManagerError(.noExtensionFound)) {
            try await manager.reloadExtension(withIdentifier: long)
        }
        #expect(
            bench.phone.requests == [
                .misused(.overLimit("an extension's identifier of 257 bytes (at most 256)"))
            ])
    }

    @Test("Without a phone, and when it goes away, requests fail with an unknown error")
    func noPhone() async throws {
        let lost = try Bench { request in
            if case .hello = request { [.welcome(FakePhone.welcome)] } else { [] }
        }
        let manager = lost.make { CXCallDirectoryManager.sharedInstance }
        let (errors, error) = AsyncStream.makeStream(of: Int?.self)
        manager.reloadExtension(withIdentifier: name) { error.yield(($0 as NSError?)?.code) }
        manager.getEnabledStatusForExtension(withIdentifier: name) { _, failure in
            error.yield((failure as NSError?)?.code)
            error.finish()
        }
        lost.phone.hangUp()
        var seen: [Int?] = []
        for await code in errors { seen.append(code) }
        #expect(seen == [0, 0])
    }

    @Test("A reload first writes what the app has set in its group, and then reads it anew")
    func defaults() async throws {
        let history = History()
        let bench = try bench()
        bench.session.appGroups = AppGroupFolders(sharedNames: {
            history.note(bench.phone.requests.isEmpty ? "before" : "after")
            return []
        }) { _ in nil }
        let manager = bench.make { CXCallDirectoryManager.sharedInstance }
        try await manager.reloadExtension(withIdentifier: name)
        #expect(history.all == ["before", "after"])
    }

    @Test("There is one manager for each phone, and its completions run on a queue of its own")
    func shared() async throws {
        let (one, other) = (try bench(), try bench())
        let manager = one.make { CXCallDirectoryManager.sharedInstance }
        #expect(manager === one.make { CXCallDirectoryManager.sharedInstance })
        #expect(manager !== other.make { CXCallDirectoryManager.sharedInstance })
        #expect(one.session.delegateQueues.count == 1)
        let isCurrent = await withCheckedContinuation { continuation in
            manager.reloadExtension(withIdentifier: name) { _ in
                dispatchPrecondition(condition: .onQueue(one.session.delegateQueues[0]))
                continuation.resume(returning: AppSession.current === one.session)
            }
        }
        #expect(isCurrent)
    }

    @Test("An app's wrapper gets words, and can be given a double")
    func wrapper() async throws {
        let bench = try bench(error: .callDirectory(.currentlyLoading))
        let reloader = bench.make { ClientsSwift6.DirectoryReloader(identifier: name) }
        let words = await withCheckedContinuation { continuation in
            reloader.reload { continuation.resume(returning: $0) }
        }
        #expect(words == "again: currently loading")
        let status = await withCheckedContinuation { continuation in
            reloader.status { continuation.resume(returning: $0) }
        }
        #expect(status == nil)
    }
}
