// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import GatewayCore
import OCKHTTP2
import OCKWire
import Testing

@testable import PushGateway

@Suite struct JournalTests {
    private func entry(
        _ step: JournalEntry.Step, _ number: UInt64?, stream: Int32 = 1
    ) -> JournalEntry {
        let app = AppKey(bundle: "com.example.app", environment: .production)
        let push = StoredPush(
            key: PushKey(number: number ?? 0), device: DeviceID(high: 1, low: 1), app: app,
            id: PushID(high: 0, low: number ?? 0), payload: [1, 2], expiration: 0,
            expires: WallTime(milliseconds: 0), acceptedAt: WallTime(milliseconds: 0))
        var entry = JournalEntry(step, of: push)
        entry.number = number.map(PushKey.init(number:))
        entry.request = RequestKey(
            connection: ProviderConnectionID(number: 1), stream: stream)
        entry.tokenHead = 0x0A1B_2C3D
        return entry
    }

    private func time(_ milliseconds: Int64) -> WallTime { WallTime(milliseconds: milliseconds) }

    @Test("A push has one row, which tells how far it has come and when")
    func steps() throws {
        var journal = PushJournal(countMax: 10, keepsPayloads: false)
        let first = journal.take(entry(.accepted, 7), at: time(100))
        let place = try #require(first)
        #expect(journal.report(at: place).state == .accepted)
        #expect(journal.take(entry(.stored, 7), at: time(101)) == place)
        #expect(journal.take(entry(.sent, 7), at: time(102)) == place)
        #expect(journal.take(entry(.sent, 7), at: time(103)) == place)
        #expect(journal.take(entry(.acknowledged, 7), at: time(110)) == place)
        // What comes after the end is of a push that was forgotten.
        #expect(journal.take(entry(.sent, 7), at: time(120)) == nil)
        let report = journal.report(at: place)
        #expect(report.state == .acknowledged)
        #expect(
            [report.at, report.storedAt, report.sentAt, report.endedAt] == [100, 101, 102, 110])
        #expect(report.token == "0a1b2c3d")
        #expect(report.topic == "com.example.app.voip")
        #expect(report.status == 200)
    }

    @Test("It keeps the newest, in order, and forgets the oldest")
    func ring() {
        var journal = PushJournal(countMax: 4, keepsPayloads: false)
        for number in 1...10 as ClosedRange<UInt64> {
            _ = journal.take(entry(.accepted, number), at: time(Int64(number)))
        }
        #expect(journal.reports(JournalQuery()).map(\.number) == [7, 8, 9, 10])
        #expect(journal.reports(JournalQuery(count: 2)).map(\.number) == [9, 10])
        #expect(journal.reports(JournalQuery(count: 0)).isEmpty)
        #expect(journal.take(entry(.acknowledged, 6), at: time(11)) == nil)
        #expect(journal.take(entry(.acknowledged, 7), at: time(11)) != nil)
        _ = journal.take(entry(.refused(.badTopic), nil), at: time(12))
        let reports = journal.reports(JournalQuery())
        #expect(reports.map(\.number) == [8, 9, 10, 11])
        #expect(reports.last?.reason == "BadTopic")
        #expect(reports.last?.state == .refused)
    }

    @Test("A query is for a token's beginning or all of it, and for a topic")
    func queries() {
        var journal = PushJournal(countMax: 4, keepsPayloads: false)
        _ = journal.take(entry(.accepted, 1), at: time(1))
        let count = { journal.reports($0).count }
        #expect(count(JournalQuery(token: "0a")) == 1)
        #expect(count(JournalQuery(token: "0A1B2C3D")) == 1)
        #expect(count(JournalQuery(token: "0a1b2c3d00ff")) == 1)
        #expect(count(JournalQuery(token: "0b")) == 0)
        #expect(count(JournalQuery(topic: "com.example.app.voip")) == 1)
        #expect(count(JournalQuery(topic: "com.example.app")) == 0)
    }

    @Test("What a user asks for is there with remarks, and with payloads where they are kept")
    func asked() throws {
        let stage = try GatewayStage { $0.keepsPayloads = true }
        let (phone, _, device) = try stage.phone()
        let key = try stage.issueKey().token()
        let answer = stage.push(to: device, bearer: key, ["-H", "apns-priority: 0"])
        #expect(answer.status == 200)
        stage.run { phone.deliveries.count == 1 }
        #expect(stage.push(to: "00", bearer: key).status == 400)
        var reports: [PushReport] = []
        try stage.talk([.journal(JournalQuery(token: device))]) {
            if case .push(let report) = $0 { reports.append(report) }
            return $0 != .end
        }
        #expect(reports.count == 1)
        #expect(reports.first?.payload == "{}")
        #expect(reports.first?.remarks.isEmpty == false)
        #expect(reports.first?.state == .acknowledged || reports.first?.state == .sent)
        #expect(reports.first?.byteCount == 2)
    }

    @Test("Who follows is told of each step until the end, and a log never has the whole token")
    func follow() throws {
        let stage = try GatewayStage()
        let (phone, _, device) = try stage.phone()
        let provider = try Provider(stage, stage.issue())
        var states: [PushReport.State] = []
        var isListed = false
        var isDone = false
        let client = GatewayControlClient(
            [.journal(JournalQuery(follows: true))], paths: stage.paths, on: stage.loop,
            timeout: nil
        ) { reply in
            if case .push(let report) = reply { states.append(report.state) }
            if reply == .end { isListed = true }
            stage.changed()
            return states.last?.isFinal != true
        } completion: { _ in
            isDone = true
            stage.changed()
        }
        stage.run { isListed }
        #expect(try stage.post(provider, token: device).status == 200)
        withExtendedLifetime((client, phone)) { stage.run { isDone } }
        #expect(states == [.accepted, .sent, .acknowledged])
        #expect(!stage.log.joined().contains(device))
        stage.run { stage.log.contains { $0.contains("token=\(device.prefix(8)) status=200") } }
    }
}
