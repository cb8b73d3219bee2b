// SPDX-License-Identifier: Apache-2.0
import Foundation
import GatewayCore
import OCKStorage
import CallModel
import OCKHTTP2
import OCKWire
import Testing

@testable import PushGateway

@Suite struct DeviceAdministrationTests {
    @Test("Phones are listed with their tokens' heads, and one that is removed is gone for good")
    func list() throws {
        let stage = try GatewayStage()
        let (phone, proof, device) = try stage.phone()
        func reports() throws -> [DeviceReport] {
            var reports: [DeviceReport] = []
            try stage.talk([.devices]) {
                if case .device(let report) = $0 { reports.append(report) }
                return $0 != .end
            }
            return reports
        }
        let report = try #require(try reports().first)
        #expect(report.isConnected)
        #expect(report.tokens.map(\.token) == [String(device.prefix(8))])
        #expect(report.tokens.map(\.bundle) == [GatewayStage.bundle])
        #expect(throws: GatewayError.self) { try stage.ask(.removeDevice(id: "nobody")) }
        let words = try stage.ask(.removeDevice(id: report.id))
        #expect(words == .done("The phone \(report.id) is forgotten."))
        stage.run { phone.closeReason != nil }
        #expect(try reports().isEmpty)
        let again = try ScriptedPhone(stage)
        again.say(.hello(version: 2, proof))
        stage.run { again.closeReason != nil }
        #expect(again.refusal != nil)
        let provider = try Provider(stage, stage.issue())
        #expect(try stage.post(provider, token: device).status >= 400)
    }

    @Test("A store of version 1 is taken over with its phones, tokens and pushes")
    func migration() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Files.makePrivateFolder(folder)
        let device = DeviceID(high: 1, low: 2)
        let older = try SQLiteDatabase(path: folder + "/store")
        try older.execute(
            """
            CREATE TABLE activation (code_hash BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
            CREATE TABLE device (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL) STRICT;
            CREATE TABLE token (
                bytes BLOB PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
                environment TEXT NOT NULL, UNIQUE (device, bundle, environment)) STRICT;
            CREATE TABLE push (
                key INTEGER PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
                environment TEXT NOT NULL, id TEXT NOT NULL, payload BLOB NOT NULL,
                expiration INTEGER, expires INTEGER NOT NULL) STRICT;
            CREATE INDEX push_device ON push (device);
            INSERT INTO device VALUES ('\(device)', x'07');
            INSERT INTO token VALUES (x'0909', '\(device)', 'com.example.app', 'production');
            INSERT INTO push VALUES (5, '\(device)', 'com.example.app', 'production',
                '00000000-0000-0000-0000-0000000000AA', x'7B7D', NULL, 99);
            PRAGMA user_version = 1;
            """)
        for _ in 0..<2 {
            let store = try SQLiteStorage(folder + "/store")
            let state = try store.load()
            #expect(state.devices == [StoredDevice(id: device, secretHash: [7])])
            #expect(state.tokens.map(\.bytes) == [[9, 9]])
            #expect(state.tokens.map(\.app.kind) == [.voip])
            #expect(state.pushes.map(\.key.number) == [5])
            #expect(state.pushes.map(\.payload) == [Array("{}".utf8)])
            store.close()
        }
    }

    @Test("A store of version 2 is taken over, and its pushes replace nothing")
    func migrationFrom2() throws {
        let folder = NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Files.makePrivateFolder(folder)
        try SQLiteDatabase(path: folder + "/store").execute(
            """
            CREATE TABLE activation (code_hash BLOB PRIMARY KEY, expires INTEGER NOT NULL) STRICT;
            CREATE TABLE device (id TEXT PRIMARY KEY, secret_hash BLOB NOT NULL) STRICT;
            CREATE TABLE token (
                bytes BLOB PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
                environment TEXT NOT NULL, kind TEXT NOT NULL,
                end_cause TEXT, end_time INTEGER) STRICT;
            CREATE TABLE push (
                key INTEGER PRIMARY KEY, device TEXT NOT NULL, bundle TEXT NOT NULL,
                environment TEXT NOT NULL, kind TEXT NOT NULL, id TEXT NOT NULL,
                payload BLOB NOT NULL, expiration INTEGER, expires INTEGER NOT NULL,
                accepted INTEGER NOT NULL, priority INTEGER NOT NULL, collapse TEXT) STRICT;
            INSERT INTO push VALUES (5, '\(DeviceID(high: 1, low: 2))', 'com.example.app',
                'production', 'voip', '00000000-0000-0000-0000-0000000000AA', x'7B7D', NULL, 99,
                98, 10, 'score');
            PRAGMA user_version = 2;
            """)
        for _ in 0..<2 {
            let store = try SQLiteStorage(folder + "/store")
            let pushes = try store.load().pushes
            #expect(pushes.map(\.key.number) == [5])
            #expect(pushes.map(\.collapseID) == ["score"])
            #expect(pushes.map(\.replaces) == [ReplacedPushes()])
            store.close()
        }
    }
}
