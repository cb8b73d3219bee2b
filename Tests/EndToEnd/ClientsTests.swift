// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing

/// APNs clients from PyPI, as they are installed, against a gateway that stands at Apple's names.
///
/// Those that sign do it in three ways: `iat` as a number (aioapns, httpx with PyJWT, apns2), as a
/// number with a fraction (pyapns-client), and as a string (kalyke). All work at Apple's.
@Suite struct ClientsTests {
    /// A client, and what it shows.
    struct Subject: CustomStringConvertible, Sendable {
        var name: String
        var hasKey: Bool
        var description: String { "\(name), \(hasKey ? "key" : "certificate")" }
    }

    private static let subjects = ["aioapns", "httpx", "kalyke", "apns2", "pyapns_client"].flatMap {
        name in
        // pyapns-client knows no certificates.
        (name == "pyapns_client" ? [true] : [false, true]).map { Subject(name: name, hasKey: $0) }
    }

    /// Those that open a connection for each push, which Apple may take for an attack: kalyke
    /// always, pyapns-client since it keeps none that has nothing to do.
    private static let wasteful = ["kalyke", "pyapns_client"]

    private static let unknown = String(repeating: "0", count: 64)

    @Test(
        "A client reads each answer: accepted, refused, and a dead token with its time",
        arguments: subjects)
    func answers(subject: Subject) throws {
        let scene = try ProviderScene()
        let outcomes = try PythonClient(name: subject.name).run(
            scene.stand, try identity(subject, scene),
            [
                .init(name: "accepted", token: scene.voip),
                .init(name: "rejected", token: Self.unknown),
                .init(name: "gone", token: scene.gone),
                .init(name: "again", token: scene.voip),
            ])
        let reasons = ["", "BadDeviceToken", "Unregistered", ""]
        try #require(outcomes.map(\.reason) == reasons, "\(outcomes)")
        #expect(outcomes.map { $0.timestamp != nil } == [false, false, true, false])
        let isWasteful = Self.wasteful.contains(subject.name)
        #expect(outcomes.map(\.connections) == (isWasteful ? [1, 2, 3, 4] : [1, 1, 1, 1]))
        try scene.device.wait(for: "two pushes") { scene.device.deliveries.count == 2 }
    }

    private func identity(
        _ subject: Subject, _ scene: ProviderScene
    ) throws -> PythonClient.Identity {
        guard subject.hasKey else { return .certificate(scene.stand.voipCertificate) }
        return .key(try scene.key(.first))
    }

    /// What a client makes of a GOAWAY that comes while a push waits for its answer.
    ///
    /// The GOAWAY names the push's stream as one that is processed, and its answer follows, so a
    /// client has to wait for it (RFC 9113 §6.8). h2, which is below all five, takes the connection
    /// for closed and stumbles over the answer. The service is right: who sends the push once more
    /// rings twice, since APNs does not know a push again by its `apns-id`.
    enum Habit {
        /// Sends it again by itself.
        case resends
        /// Reports a failure, and opens a connection for the next push.
        case fails
        /// Likewise, but may be of no use from then on: if the answer came with the GOAWAY it takes
        /// every later push for one on a closed connection, until its user makes another client.
        case isLost
    }

    @Test(
        "Sent away while a push waits, a client resends it, or reports that it may have failed",
        arguments: [
            ("aioapns", Habit.resends), ("httpx", .fails), ("kalyke", .fails),
            ("apns2", .isLost), ("pyapns_client", .resends),
        ])
    func goAway(name: String, habit: Habit) throws {
        let scene = try ProviderScene()
        try scene.dismiss(scene.voip, times: 1)
        // A certificate needs no thought: kalyke signs a token for each push, and would be gone
        // before the service has verified it.
        let subject = Subject(name: name, hasKey: name == "pyapns_client")
        let outcomes = try PythonClient(name: name).run(
            scene.stand, try identity(subject, scene),
            [
                // With this one the service knows pyapns-client's token.
                .init(name: "rejected", token: Self.unknown),
                .init(name: "dismissed", token: scene.voip),
                .init(name: "again", token: scene.voip, renewed: habit == .isLost),
            ])
        let reason = habit == .resends ? "" : nil
        try #require(outcomes.map(\.reason) == ["BadDeviceToken", reason, ""], "\(outcomes)")
        #expect(outcomes[2].connections > outcomes[0].connections)
        // The one that was under way has arrived in any case.
        let count = habit == .resends ? 3 : 2
        try scene.device.wait(for: "\(count) pushes") { scene.device.deliveries.count == count }
    }

    /// A wrong certificate is wrong at the next try as well: to try at all is aioapns' fault.
    ///
    /// Only aioapns shows the reason, in its log. h2 gives the others its first 20 bytes, in
    /// hexadecimal, and apns2 drops it: to its user the connection just broke.
    @Test(
        "Sent away for its certificate a client ends, and lets its user see why, if it can",
        arguments: [
            ("aioapns", "BadCertificateEnvironment", 2),
            ("httpx", "7b22726561736f6e223a22426164436572746966", 1),
            ("kalyke", "7b22726561736f6e223a22426164436572746966", 1), ("apns2", "", 1),
        ])
    func wrongEnvironment(name: String, sign: String, tries: Int) throws {
        let scene = try ProviderScene()
        let outcomes = try PythonClient(name: name).run(
            scene.stand, .certificate(scene.stand.certificate(.ofSandbox)),
            [.init(name: "dismissed", token: scene.voip)])
        let outcome = try #require(outcomes.first)
        #expect(outcome.reason == nil)
        let said = (outcome.logged + [outcome.error ?? ""]).joined(separator: "\n")
        #expect(sign.isEmpty ? !said.contains("BadCert") : said.contains(sign), "\(said)")
        #expect(outcome.connections == tries)
    }

    /// apns2 does not look at a connection that has nothing to do: it learns of the end by its next
    /// push, which fails, and keeps the dead connection until its user makes another client.
    @Test(
        "A client whose connection ended while it was idle makes another for its next push",
        arguments: ["aioapns", "httpx", "kalyke", "apns2", "pyapns_client"])
    func restart(name: String) throws {
        let scene = try ProviderScene()
        let pipe = try WakeUpPipe("\(scene.stand.home)/pipe")
        let client = PythonClient(name: name)
        let program = try client.start(
            scene.stand, .key(try scene.key(.first)),
            [
                .init(name: "accepted", token: scene.voip),
                .init(name: "again", token: scene.voip, after: pipe.path),
                .init(name: "third", token: scene.voip, renewed: name == "apns2"),
            ])
        let deadline = Deadline(60)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the first push")
        }
        // Connections get a GOAWAY with the reason Shutdown.
        try scene.stand.startAgain(after: SIGTERM)
        try scene.device.connect()
        try pipe.give()
        let outcomes = try client.outcomes(of: program)
        let reasons = ["", name == "apns2" ? nil : "", ""]
        try #require(outcomes.map(\.reason) == reasons, "\(outcomes)")
        if name == "aioapns" {
            let goAway = #"additional_data=b'{"reason":"Shutdown"}'"#
            #expect(outcomes[1].logged.contains { $0.contains(goAway) }, "\(outcomes)")
        }
        #expect(outcomes[2].connections == (Self.wasteful.contains(name) ? 3 : 2))
    }
}
