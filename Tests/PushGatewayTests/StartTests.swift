// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKCredentials
import Foundation
import GatewayCore
import OCKNetworking
import OCKStorage
import Testing

@testable import PushGateway

@Suite struct StartTests {
    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("Folders are 0700, what is secret is 0600, and the authority stays the same")
    func files() throws {
        let stage = try GatewayStage()
        let files = try stage.issue()
        for folder in [stage.paths.stateFolder, stage.paths.runtimeFolder] {
            #expect(try mode(folder) == 0o700)
        }
        let secrets = [
            stage.paths.authority, stage.paths.server, stage.paths.store,
            stage.paths.controlSocket, files.pem, files.p12,
        ]
        for path in secrets { #expect(try mode(path) == 0o600, "\(path)") }
        let before = FileManager.default.contents(atPath: stage.paths.authorityCertificate)
        stage.stop()
        let again = try GatewayStage(folder: stage.folder)
        #expect(FileManager.default.contents(atPath: again.paths.authorityCertificate) == before)
        let names = try FileManager.default.contentsOfDirectory(atPath: stage.paths.stateFolder)
        #expect(!names.contains { $0.hasSuffix(".new") })
        again.stop()
    }

    @Test("A clock from before the authority's time stops the start in words that say so")
    func clock() throws {
        let stage = try GatewayStage()
        #expect {
            try GatewayCertificates(stage.paths, at: 86_400)
        } throws: { error in
            "\(error)".contains("clock") && "\(error)".contains(stage.paths.authority)
        }
    }

    @Test("Certificates can be issued before the first start, and their topics are what was asked")
    func issueFirst() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let paths = GatewayPaths(stateFolder: folder + "/state", runtimeFolder: folder + "/run")
        let voip = try GatewayIssuer.issueCertificate(
            .voip,
            bundleID: "com.example.app",
            outputFolder: folder + "/out",
            paths: paths
        )
        #expect(voip.topics == ["com.example.app.voip"])
        let universal = try GatewayIssuer.issueCertificate(
            .push,
            bundleID: "com.example.app",
            outputFolder: folder + "/out",
            paths: paths
        )
        #expect(
            universal.topics == [
                "com.example.app", "com.example.app.voip", "com.example.app.complication",
            ]
        )
        #expect(throws: GatewayError.self) {
            try GatewayIssuer.issueCertificate(
                .voip,
                bundleID: "../../etc/passwd",
                outputFolder: folder,
                paths: paths
            )
        }
        let stage = try GatewayStage(folder: folder)
        let pem = try #require(FileManager.default.contents(atPath: universal.pem))
        let certificate = try Certificate(pem: String(decoding: pem, as: UTF8.self))
        let ca = try #require(
            FileManager.default.contents(atPath: stage.paths.authorityCertificate))
        let authority = try Certificate(pem: String(decoding: ca, as: UTF8.self))
        #expect(certificate.isIssued(by: authority))
        stage.stop()
    }

    @Test("A folder too deep for a socket is refused before anything is made in it")
    func pathTooLong() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + String(repeating: "x", count: 120)
        let paths = GatewayPaths(stateFolder: folder + "/state", runtimeFolder: folder + "/run")
        let service = GatewayService(
            options: GatewayOptions(),
            paths: paths,
            loop: try EventLoop()
        )
        #expect(throws: GatewayError.network(.pathTooLong(path: paths.controlSocket, limit: 107))) {
            try service.start()
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("A second gateway on the same folder is refused, and the first goes on")
    func alreadyRunning() throws {
        let stage = try GatewayStage()
        #expect(throws: GatewayError.alreadyRunning(stateFolder: stage.paths.stateFolder)) {
            try GatewayStage(folder: stage.folder)
        }
        #expect(try stage.status().ports == stage.ports)
    }

    @Test("A taken port is named, and nothing is left running")
    func portTaken() throws {
        let stage = try GatewayStage()
        let taken = stage.ports.provider
        let error = GatewayError.network(.portTaken(host: "127.0.0.1", port: taken))
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: error) {
            try GatewayStage(folder: folder) { $0.providerPort = taken }
        }
        let again = try GatewayStage(folder: folder)
        #expect(try again.status().requests == 0)
        again.stop()
    }

    @Test("A state folder that cannot be made, or is a file, is named in the error")
    func badFolders() throws {
        let base = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: base) }
        try FileManager.default.createDirectory(
            atPath: base + "/b",
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(fileURLWithPath: base + "/a"))
        try Data().write(to: URL(fileURLWithPath: base + "/b/state"))
        for folder in ["/proc/opencallkit", base + "/a", base + "/b"] {
            do {
                _ = try GatewayStage(folder: folder)
                Issue.record("it started in \(folder)")
            } catch let error as GatewayError {
                #expect(error.description.contains(folder))
                #expect(!error.description.contains("\n"))
            }
        }
    }

    @Test("Issuing into a folder of the user's leaves its mode alone")
    func outputFolder() throws {
        let stage = try GatewayStage()
        let folder = stage.folder + "/mine"
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        _ = try GatewayIssuer.issueCertificate(
            .voip,
            bundleID: "com.example.app",
            outputFolder: folder,
            paths: stage.paths
        )
        #expect(try mode(folder) == 0o755)
    }

    @Test("A socket path that is too long is refused in words")
    func longPath() throws {
        let folder =
            NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
            + String(repeating: "/abcdefghi", count: 12)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(throws: GatewayError.self) { try GatewayStage(folder: folder) }
    }

    @Test("A store of a newer release is refused, and left as it is")
    func newerStore() throws {
        let stage = try GatewayStage()
        stage.stop()
        try SQLiteDatabase(path: stage.paths.store).execute("PRAGMA user_version = 99")
        let error = GatewayError.store(.newer(path: stage.paths.store, version: 99, known: 3))
        #expect(throws: error) { try GatewayStage(folder: stage.folder) }
    }

    @Test("A damaged authority or store is named, and nothing is made in its place")
    func damaged() throws {
        let stage = try GatewayStage()
        stage.stop()
        let authority = try #require(FileManager.default.contents(atPath: stage.paths.authority))
        try Data("rubbish".utf8).write(to: URL(fileURLWithPath: stage.paths.authority))
        do {
            _ = try GatewayStage(folder: stage.folder)
            Issue.record("it started")
        } catch let error as GatewayError {
            #expect(error.description.hasPrefix(stage.paths.authority))
        }
        try authority.write(to: URL(fileURLWithPath: stage.paths.authority))
        try Data(repeating: 0x41, count: 8192).write(to: URL(fileURLWithPath: stage.paths.store))
        do {
            _ = try GatewayStage(folder: stage.folder)
            Issue.record("it started")
        } catch let error as GatewayError {
            #expect(error.description.contains(stage.paths.store))
        }
    }

    @Test("Each kind of change is there after reopening, in order, all or none")
    func storage() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Files.makePrivateFolder(folder)
        let path = folder + "/store"
        let device = DeviceID(high: 1, low: 2)
        let other = DeviceID(high: 3, low: 4)
        let app = AppKey(bundle: "com.example.app", environment: .development)
        func push(_ number: UInt64, _ owner: DeviceID) -> StoredPush {
            StoredPush(
                key: PushKey(number: number),
                device: owner,
                app: app,
                id: PushID(high: 5, low: number),
                payload: Array("{}".utf8),
                expiration: number == 1 ? nil : 77,
                expires: WallTime(milliseconds: 99),
                acceptedAt: WallTime(milliseconds: 98),
                collapseID: number == 3 ? "score" : nil,
                replaces: ReplacedPushes(
                    bundleFrom: number == 1 ? nil : PushKey(number: 1),
                    collapseFrom: number == 3 ? PushKey(number: 2) : nil
                )
            )
        }
        let code = StoredActivation(codeHash: [1], expires: WallTime(milliseconds: 5))
        let token = StoredToken(bytes: [9, 0, 9], device: device, app: app)
        var store = try SQLiteStorage(path)
        try store.commit([
            .addActivation(code), .addDevice(StoredDevice(id: device, secretHash: [7])),
            .addDevice(StoredDevice(id: other, secretHash: [8])), .addToken(token),
            .addPush(push(1, device)), .addPush(push(2, device)), .addPush(push(3, other)),
            .removePush(PushKey(number: 2)),
        ])
        store.close()
        store = try SQLiteStorage(path)
        var state = try store.load()
        state.pushes.sort { $0.key < $1.key }
        #expect(state.activations == [code])
        #expect(Set(state.devices.map(\.id)) == [device, other])
        #expect(state.tokens == [token])
        #expect(state.pushes == [push(1, device), push(3, other)])
        try store.commit([.removeActivation(codeHash: [1]), .removeDevice(device)])
        state = try store.load()
        #expect(state.activations.isEmpty)
        #expect(state.devices.map(\.id) == [other])
        #expect(state.tokens.isEmpty)
        #expect(state.pushes == [push(3, other)])
        store.close()
    }

    @Test("A full disk fails the commit whole, and what was there stays")
    func fullDisk() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Files.makePrivateFolder(folder)
        let store = try SQLiteStorage(folder + "/store")
        try store.limitPages(to: 24)
        let device = DeviceID(high: 1, low: 1)
        try store.commit([.addDevice(StoredDevice(id: device, secretHash: [1]))])
        var changes: [StoredChange] = []
        for number in 0..<5000 {
            let id = DeviceID(high: 2, low: UInt64(number))
            changes.append(
                .addDevice(StoredDevice(id: id, secretHash: [UInt8](repeating: 1, count: 32))))
        }
        #expect(throws: GatewayError.self) { try store.commit(changes) }
        #expect(try store.load().devices.map(\.id) == [device])
        try store.commit([.removeDevice(device)])
        #expect(try store.load().devices.isEmpty)
        store.close()
    }

    @Test("A code is told once in words, and is the same in any case and with or without hyphens")
    func codes() {
        let code = ActivationCode.make()
        #expect(code.utf8.count == 23)
        #expect(ActivationCode.hash(code) == ActivationCode.hash(code.lowercased()))
        #expect(
            ActivationCode.hash(code)
                == ActivationCode.hash(" " + code.replacingOccurrences(of: "-", with: "") + "\n")
        )
        #expect(ActivationCode.hash(code) != ActivationCode.hash(ActivationCode.make()))
    }
}
