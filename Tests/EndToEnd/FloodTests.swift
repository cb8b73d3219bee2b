// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing
import OCKTimeline

/// Many pushes at once, from a client that is not ours.
@Suite struct FloodTests {
    private static let connections = 8

    private struct Push: Decodable {
        var id: PushID
        var outcome: String
        var error: Int?
    }

    private struct Status: Decodable {
        var accepted: Int
        var acknowledged: Int
        var outstanding: Int
    }

    @Test(
        "Of many pushes at once, the phone and the gateway know each once, and one rings",
        .enabled(if: Tool.exists("nghttp"), "nghttp is in Debian's package nghttp2-client"))
    func flood() throws {
        let total = getenv("OPENCALLKIT_SOAK") == nil ? 400 : 10_000
        let world = try World()
        try writeText(#"{"aps":{"alert":{"incoming_caller_id":"0123456789"}}}"#, to: body(world))
        let clients = try (0..<Self.connections).map { _ in
            try Program(try words(world, count: total / Self.connections))
        }
        try world.wait(for: "\(total) outcomes", within: 120, with: clients) {
            world.count(of: .callRinging) + world.count(of: .callRefused) >= total
        }
        // Each answer has a name of its own, made by the gateway.
        var answered: [PushID] = []
        for client in clients {
            #expect(try client.end() == 0)
            answered += client.output.compactMap(Self.identifier)
            #expect(client.output.count { $0.contains(":status: 200") } == total / Self.connections)
        }
        #expect(answered.count == total)
        #expect(Set(answered).count == total)

        let pushes = try world.rows(Push.self, "phone", "pushes", "--limit", "20000")
        #expect(pushes.count == total)
        #expect(Set(pushes.map(\.id)) == Set(answered))
        let rang = pushes.count { $0.outcome == "rang" }
        let refused = pushes.count { $0.outcome == "refused" && $0.error != nil }
        #expect(rang >= 1)
        #expect(rang + refused == total)
        #expect(try world.recents().count == rang)

        try checkGateway(world, answered, total)
        report(world.entries, total)
        #expect(mostAlive(world.entries) == 1, "alike, and no identifier: one call while it rings")
    }

    private func checkGateway(_ world: World, _ answered: [PushID], _ total: Int) throws {
        let status = try #require(try world.rows(Status.self, "gateway", "status").first)
        #expect(status.accepted == total)
        #expect(status.acknowledged == total)
        #expect(status.outstanding == 0)
        // The log is read while the daemons are waited for.
        try world.wait(for: "the gateway's log") { logged(world).count >= total }
        #expect(logged(world).count == total)
        #expect(Set(logged(world)) == Set(answered))
    }

    /// How long it took, by the daemons' own clocks.
    private func report(_ entries: [TimelineEntry], _ total: Int) {
        func last(_ steps: TimelineStep...) -> Int64 {
            entries.filter { steps.contains($0.step) }.map(\.at.nanoseconds).max() ?? 0
        }
        let start = entries.filter { $0.step == .pushAccepted }.map(\.at.nanoseconds).min() ?? 0
        let accepted = (last(.pushAccepted) - start) / 1_000_000
        let settled = (last(.callRinging, .callRefused) - start) / 1_000_000
        print("\(total) pushes: accepted within \(accepted) ms, settled within \(settled) ms")
    }

    private func logged(_ world: World) -> [PushID] {
        world.gateway.errors.compactMap { line in
            guard line.hasSuffix("status=200") else { return nil }
            let words = line.split(separator: " ")
            return words.firstIndex(of: "push").flatMap { PushID(words[$0 + 1]) }
        }
    }

    /// The most calls that were alive at one time.
    private func mostAlive(_ entries: [TimelineEntry]) -> Int {
        var alive: Set<CallID> = []
        var most = 0
        for entry in entries {
            guard let call = entry.call else { continue }
            if entry.step == .callRinging { alive.insert(call) }
            if entry.step == .callEnded { alive.remove(call) }
            most = max(most, alive.count)
        }
        return most
    }

    private func words(_ world: World, count: Int) throws -> [String] {
        [
            "nghttp", "-v", "--no-dep", "--cert=\(world.certificate)", "--key=\(world.certificate)",
            "-d", body(world), "-m", String(count), "-H", "apns-push-type: voip",
            "-H", "apns-topic: \(Template.bundle).voip", "-H", "apns-priority: 10",
            "https://localhost:\(world.ready.providerPort)/3/device/\(try world.token())",
        ]
    }

    private func body(_ world: World) -> String { "\(world.home)/push.json" }

    /// From nghttp's line for a header that it received.
    private static func identifier(_ line: String) -> PushID? {
        guard line.contains("recv"), let range = line.firstRange(of: "apns-id: ") else {
            return nil
        }
        return PushID(line[range.upperBound...].prefix(36))
    }
}
