// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import PhoneLink
import Testing

@Suite("Call directories that fail, are off, or gone: B149–B155, B160–B162")
struct CallDirectoryCare {
    @Test(
        "B149: after installation an extension is off, and a reload gets code 6",
        arguments: Link.allCases)
    func b149(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        #expect(try await stand.reload() == 6)
        #expect(try await stand.reload("com.example.hotline.other") == 1)
        // Another app's is none of its own.
        let other = stand.phone.install("com.example.other") {}
        other.addDirectoryExtension("com.example.other.directory") { DirectoryScript().handler() }
        #expect(try await stand.reload("com.example.other.directory") == 1)
        #expect(stand.script.take() == [])
    }

    @Test("B150: a reload while one is going on gets code 7", arguments: Link.allCases)
    func b150(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let kept = Locked<CXCallDirectoryExtensionContext?>(nil)
        stand.script.set { context in kept.withLock { $0 = context } }
        try await stand.enable()
        #expect(stand.directory?.isLoading == true)
        #expect(try await stand.reload() == 7)
        let complete: () -> Void = { kept.withLock { $0 }?.completeRequest() }
        complete()
        try await stand.phone.settle()
        #expect(stand.directory?.failure == nil)
        #expect(stand.directory?.isLoading == false)
    }

    @Test(
        "B151: an extension that ends while it loads is code 2, whenever it does",
        arguments: Link.allCases)
    func b151(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [1, 2, 3])
        try await stand.enable()
        stand.phone.faults.directoryKilledAfter = 2
        #expect(try await stand.reload() == 2)
        #expect(stand.directory?.failure?.code == .loadingInterrupted)
        #expect(stand.script.take() == ["begin", "begin"])
        stand.phone.faults.directoryKilledAfter = nil
        stand.script.set { $0.cancelRequest(withError: CocoaError(.fileNoSuchFile)) }
        #expect(try await stand.reload() == 2)
        #expect(try stand.blocked() == [1, 2, 3])
    }

    @Test(
        "B152: memory is remarked on above 12 MB; a limit that is set interrupts the load",
        arguments: Link.allCases)
    func b152(link: Link) async throws {
        var rules = SystemRules()
        #expect(rules.directoryMemoryLimit == nil)
        #expect(rules.directoryMemoryWarning == 12 << 20)
        rules.directoryMemoryLimit = 20 << 20
        let stand = try await DirectoryStand(link, rules)
        stand.script.give(blocking: [1])
        stand.phone.faults.directoryMemory = 13 << 20
        try await stand.enable()
        #expect(stand.directory?.failure == nil)
        #expect(stand.directory?.advice.contains { $0.contains("B152") } == true)
        stand.phone.faults.directoryMemory = 21 << 20
        #expect(try await stand.reload() == 2)
        #expect(try stand.blocked() == [1])
    }

    @Test(
        "B153: a load that takes longer than the rule says is interrupted",
        arguments: Link.allCases)
    func b153(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let kept = Locked<CXCallDirectoryExtensionContext?>(nil)
        stand.script.set { context in
            context.add(blocking: [1])
            kept.withLock { $0 = context }
        }
        try await stand.enable()
        try await stand.phone.advance(by: .seconds(59))
        #expect(stand.directory?.isLoading == true)
        try await stand.phone.advance(by: .seconds(2))
        #expect(stand.directory?.isLoading == false)
        #expect(stand.directory?.failure?.code == .loadingInterrupted)
        #expect(stand.script.take() == ["begin", "failed 2"])
        withExtendedLifetime(kept) {}
    }

    @Test(
        "B154: the completion says whether the request had expired; a failure is the delegate's",
        arguments: Link.allCases)
    func b154(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let script = stand.script
        script.set { context in
            context.add(blocking: [1])
            context.completeRequest { script.log("expired \($0)") }
        }
        try await stand.enable()
        #expect(script.take() == ["begin", "expired false"])
        script.set { context in
            context.add(blocking: [2, 1])
            context.completeRequest { script.log("expired \($0)") }
        }
        #expect(try await stand.reload() == 3)
        #expect(script.take() == ["begin", "failed 3", "expired true"])
    }

    @Test(
        "B155: the status is unknown, disabled or enabled; the settings open at the app's wish",
        arguments: Link.allCases)
    func b155(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        func status(_ id: String = DirectoryStand.id) async throws -> String {
            let answer = Locked("")
            try await stand.phone.within {
                CXCallDirectoryManager.sharedInstance.getEnabledStatusForExtension(
                    withIdentifier: id
                ) { status, error in
                    answer.withLock { $0 = "\(status.rawValue) \(WitnessApp.code(error))" }
                }
            }
            return answer.withLock { $0 }
        }
        #expect(try await status() == "1 nil")
        try await stand.enable()
        #expect(try await status() == "2 nil")
        #expect(try await status("com.example.hotline.other") == "0 1")
        stand.phone.user.openApp(try #require(stand.phone.hotline))
        try await stand.phone.settle()
        let app = stand.app
        try await stand.phone.within {
            CXCallDirectoryManager.sharedInstance.openSettings { error in
                app.log("opened \(WitnessApp.code(error))")
            }
        }
        #expect(app.take() == ["opened nil"])
        #expect(stand.phone.frontApp == nil)
    }

    @Test(
        "B160: a store that is corrupt fails every reload with code 11, of every extension",
        arguments: Link.allCases)
    func b160(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        let second = try stand.add("com.example.hotline.second")
        try await stand.enable()
        try await stand.enable("com.example.hotline.second")
        stand.phone.faults.directoryLoadsFail = 11
        #expect(try await stand.reload() == 11)
        #expect(try await stand.reload("com.example.hotline.second") == 11)
        stand.phone.faults.directoryLoadsFail = nil
        #expect(try await stand.reload() == nil)
        #expect(second.take() == ["begin"])
    }

    @Test(
        "B161: codes that have no name reach the app with their number, and trap nobody",
        arguments: Link.allCases)
    func b161(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        try await stand.enable()
        for number in [11, 102] {
            stand.phone.faults.directoryLoadsFail = number
            let answer = Locked<CXErrorCodeCallDirectoryManagerError?>(nil)
            try await stand.phone.within {
                CXCallDirectoryManager.sharedInstance.reloadExtension(
                    withIdentifier: DirectoryStand.id
                ) { error in
                    answer.withLock { $0 = error as? CXErrorCodeCallDirectoryManagerError }
                }
            }
            let error = try #require(answer.withLock { $0 })
            #expect(error.errorCode == number)
            #expect(error.code == .unknown)
        }
    }

    @Test(
        "B162: after an uninstallation the data stays for a while, so that an update loses nothing",
        arguments: Link.allCases)
    func b162(link: Link) async throws {
        let stand = try await DirectoryStand(link)
        stand.script.give(blocking: [1, 2])
        try await stand.enable()
        let grace = stand.phone.rules.uninstalledDirectoryGrace
        stand.phone.uninstall(try #require(stand.phone.hotline))
        try await stand.phone.advance(by: grace - .seconds(1))
        #expect(stand.directory?.isInstalled == false)
        #expect(try stand.blocked() == [1, 2])
        // An update: the same app, and the same extension.
        let hotline = stand.phone.install {}
        hotline.addDirectoryExtension(DirectoryStand.id) { [script = stand.script] in
            script.handler()
        }
        try await stand.phone.advance(by: .seconds(10))
        #expect(stand.directory?.isInstalled == true)
        #expect(try stand.blocked() == [1, 2])
        stand.phone.uninstall(hotline)
        try await stand.phone.advance(by: grace + .seconds(1))
        #expect(stand.directory == nil)
        #expect(try stand.blocked() == [])
    }
}
