// SPDX-License-Identifier: Apache-2.0
import OCKWire
import Testing

/// Each answer that APNs has, by a real request over TLS.
@Suite struct ReasonsTests {
    @Test("Each reason of APNs' table is the answer to the request of its row, in APNs' form")
    func table() throws {
        var scenes: [[String]: ProviderScene] = [:]
        for row in ReasonRow.table {
            let scene = try scenes[row.options] ?? ProviderScene(row.options)
            scenes[row.options] = scene
            try check(row, in: scene)
        }
        #expect(Set(ReasonRow.table.map(\.reason)) == Set(ReasonRow.allReasons))
    }

    private func check(_ row: ReasonRow, in scene: ProviderScene) throws {
        let id = "b3a1d6c2-5f0e-4c7a-9d21-0123456789ab"
        var request = scene.request
        request.apnsID = id
        try row.change(&request, scene)
        let others = try row.before(scene)
        if !row.fault.isEmpty {
            try scene.stand.command(["gateway", "fault", "add"] + row.fault)
        }
        let answer = try request.ask(scene.stand, after: others)
        if !row.fault.isEmpty { try scene.stand.command(["gateway", "fault", "clear"]) }
        #expect(answer.status == row.status, "\(row.reason)")
        guard let refusal = try? answer.refusal() else {
            Issue.record("\(row.reason): no reason in \(answer)")
            return
        }
        #expect(refusal.reason == row.reason)
        #expect((refusal.timestamp != nil) == (row.status == 410), "\(row.reason): \(answer.body)")
        #expect(answer.headers["content-type"] == "application/json", "\(row.reason)")
        // The provider's own where it has said one, in its own letters; else the service's.
        let expected = request.apnsID == id ? id : nil
        let echo = answer.headers["apns-id"]
        #expect(echo?.count == 36 && (expected == nil || echo == expected), "\(row.reason)")
    }
}
