// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing

/// The clients of `Examples/Articles` as a person has them: bundled, installed, rung by curl.
@Suite("Articles") struct ArticleTests {
    private static let pushes = [
        "SharedServices": #"{"aps":{"alert":{"incoming_caller_id":"0123456789","#
            + #""incoming_caller_name":"Tester"}}}"#,
        "MessageManager": #"{"handle":"0123456789","name":"Tester"}"#,
        "CallManager": #"{"handle":"0123456789"}"#,
    ]

    @Test(
        "Rung by curl, answered; called back from Recents and from Contacts, running and not",
        arguments: ["SharedServices", "MessageManager", "CallManager"])
    func calls(name: String) throws {
        let stand = try ArticleStand(name)
        let world = stand.world
        let curl = try stand.push(try #require(Self.pushes[name]))
        try world.wait(for: "the call to ring", with: [curl]) {
            world.count(of: .callRinging) > 0 || curl.hasFailed
        }
        #expect(!curl.hasFailed, "\(curl.errors)")
        try expectSuccess(world.command("call", "answer"))
        try stand.hangUp(call: 1)
        #expect(try curl.end() == 0)

        let card = "BEGIN:VCARD\r\nFN:Ann Example\r\nTEL:+49 30 123456\r\nEND:VCARD\r\n"
        try writeText(card, to: "\(world.home)/contacts.vcf")
        try expectSuccess(world.command("contacts", "import", "\(world.home)/contacts.vcf"))
        let ways = [
            ["recents", "call", "1"], ["contacts", "call", "Ann", "--app", stand.bundle],
            ["recents", "call", "1"], ["contacts", "call", "Ann", "--app", stand.bundle],
        ]
        for (number, way) in zip(2..., ways) {
            if number > 3 {
                let ended = world.count(of: .appEnded)
                try expectSuccess(world.command("app", "close", stand.bundle))
                try world.wait(for: .appEnded, times: ended + 1)
            }
            try Tool.run([Binaries.opencallkit] + way + ["--home", world.home])
            try stand.hangUp(call: number)
        }

        let recents = try world.recents()
        #expect(recents.map(\.isOutgoing).sorted { !$0 && $1 } == [false, true, true, true, true])
        #expect(recents.allSatisfy { $0.outcome == .ended && $0.connected != nil })
        #expect(Set(recents.map(\.bundle)) == [stand.bundle])
    }

    @Test("A token that the app puts to a provider rings the app from there")
    func provider() throws {
        let port = try FreePort.find()
        let stand = try ArticleStand(
            "MessageManager", info: ["MessageServer": "http://127.0.0.1:\(port)"])
        let world = stand.world
        let provider = try Program([
            Binaries.opencallkit, "provider", "run", "--port", port, "--host",
            "localhost:\(world.ready.providerPort)", "--cacert", world.ready.authority,
            "--certificate", "\(world.home)/\(stand.bundle).voip.pem", "--home", world.home,
            "--trace", "--json",
        ])
        let deadline = Deadline(30)
        while provider.output.isEmpty {
            try Program.read([provider], until: deadline, for: "the provider to be ready")
        }
        // The app starts, and puts its token there.
        try expectSuccess(world.command("app", "open", stand.bundle))
        while !provider.output.contains(where: { $0.contains("push.registered") }) {
            try Program.read([provider], until: deadline, for: "the provider to have the token")
        }
        let body = #"{"to":"me","from":"0123456789","name":"Tester","video":true}"#
        try Tool.run([
            "curl", "--fail-with-body", "-sS", "--json", body, "http://127.0.0.1:\(port)/calls",
        ])
        try world.wait(for: .callRinging)
        let ringing = try world.rows(CallSummary.self, "call", "list")
        #expect(ringing.map(\.name) == ["Tester"] && ringing.map(\.hasVideo) == [true])
        try expectSuccess(world.command("call", "end"))
        provider.signal(SIGTERM)
        #expect(try provider.end() == 0)
    }
}
