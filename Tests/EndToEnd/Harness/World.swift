// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKTimeline
import OCKWire

/// A gateway and a phone, connected, with Hotline installed: real processes in a home of their own.
final class World {
    let home: String
    private let isHomeRemoved: Bool
    private(set) var gateway: Program
    private(set) var phone: Program
    private(set) var ready: Ready
    /// What both daemons have traced, in the order in which it was read.
    private(set) var entries: [TimelineEntry] = []
    private var counts: [TimelineStep: Int] = [:]
    private var consumed: [ObjectIdentifier: Int] = [:]

    /// The gateway's ready line, as far as tests need it.
    struct Ready: Decodable {
        var providerPort: UInt16
        var devicePort: UInt16
        var authority: String
    }

    /// A copy of the template, so that each test starts where all start.
    init() throws {
        let template = try Template.shared.get()
        home = try makeTemporaryFolder()
        isHomeRemoved = true
        try Tool.run(["cp", "-a", "\(template.home)/.", home])
        // The list of apps names folders from the root.
        let index = "\(home)/state/apps/index.json"
        for (old, new) in [(template.home, home), (escaped(template.home), escaped(home))] {
            try writeText(try readText(index).replacing(old, with: new), to: index)
        }
        (gateway, ready) = try Self.startGateway(home, [])
        phone = try Self.startPhone(home, ready, [])
        try waitForConnection()
    }

    /// A world that begins with nothing, in a folder that stays.
    init(emptyHome home: String) throws {
        self.home = home
        isHomeRemoved = false
        (gateway, ready) = try Self.startGateway(home, [])
        struct Activation: Decodable { var code: String }
        let words = ["gateway", "issue", "activation", "--json", "--home", home]
        let issued = try Tool.run([Binaries.opencallkit] + words)
        let code = try decode(Activation.self, issued).code
        phone = try Self.startPhone(home, ready, ["--activation", code])
        try waitForConnection()
    }

    deinit {
        try? stop()
        if let app = appProcess() { kill(app, SIGKILL) }
        if isHomeRemoved { _ = try? Tool.run(["rm", "-rf", home]) }
    }

    /// Ends both daemons in order.
    func stop() throws {
        for program in [phone, gateway] {
            program.signal(SIGTERM)
            try program.end(within: 20)
        }
    }

    // MARK: Processes

    private static func startGateway(
        _ home: String,
        _ words: [String]
    ) throws -> (Program, Ready) {
        var words = words
        if words.isEmpty {
            words = [
                "--provider-port", try FreePort.find(), "--device-port", try FreePort.find(),
            ]
        }
        let program = try Program(
            [
                Binaries.opencallkit, "gateway", "run", "--home", home, "--json", "--trace",
                "--sandbox-port", "none",
            ] + words
        )
        let deadline = Deadline(30)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the gateway to be ready")
        }
        return (program, try decode(Ready.self, program.output[0]))
    }

    private static func startPhone(
        _ home: String,
        _ gateway: Ready,
        _ words: [String]
    ) throws -> Program {
        let program = try Program(
            [
                Binaries.opencallkit, "phone", "run", "--home", home, "--json", "--trace",
                "--gateway", "localhost:\(gateway.devicePort)", "--gateway-ca", gateway.authority,
            ] + words
        )
        let deadline = Deadline(30)
        while program.output.isEmpty {
            try Program.read([program], until: deadline, for: "the phone to be ready")
        }
        return program
    }

    /// The phone says so on standard error.
    func waitForConnection() throws {
        try wait(for: "the phone to be connected") {
            phone.errors.contains { $0.contains("connected to the push service") }
        }
    }

    /// Starts it on the ports that it had, since the phone knows no others.
    func startGatewayAgain() throws {
        let before = phone.errors.count
        (gateway, ready) = try Self.startGateway(home, portWords)
        try wait(for: "the phone to be connected again") {
            phone.errors[before...].contains { $0.contains("connected to the push service") }
        }
    }

    /// Ends the gateway with SIGKILL, and starts it on its ports, while there is no phone.
    func killGatewayAndStartAgain() throws {
        gateway.signal(SIGKILL)
        try gateway.end()
        (gateway, ready) = try Self.startGateway(home, portWords)
    }

    private var portWords: [String] {
        [
            "--provider-port", String(ready.providerPort), "--device-port",
            String(ready.devicePort),
        ]
    }

    func startPhoneAgain() throws {
        phone = try Self.startPhone(home, ready, [])
        try waitForConnection()
    }

    /// Runs a sub-command on this home, to its end.
    func command(_ words: String...) throws -> Program {
        let program = try Program([Binaries.opencallkit] + words + ["--home", home])
        try program.end()
        return program
    }

    /// The rows that a sub-command prints with `--json`.
    func rows<Row: Decodable>(_ type: Row.Type, _ words: String...) throws -> [Row] {
        let program = try Program([Binaries.opencallkit] + words + ["--json", "--home", home])
        guard try program.end() == 0 else { throw Failure("\(words): \(program.errors)") }
        return try program.output.map { try decode(type, $0) }
    }

    func recents() throws -> [RecentCall] {
        try rows(RecentCall.self, "recents", "--limit", "1000")
    }

    /// The process of the installed app, found by its executable.
    func appProcess() -> pid_t? {
        for name in folderNames("/proc") {
            guard let process = pid_t(name) else { continue }
            var path = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/\(process)/exe", &path, path.count - 1)
            guard count > 0 else { continue }
            let text = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if text.hasPrefix("\(home)/state/apps/") { return process }
        }
        return nil
    }

    // MARK: Pushes

    var certificate: String { "\(home)/\(Template.bundle).voip.pem" }

    /// The app's push token, in hexadecimal.
    ///
    /// - Throws: Where the app has not run yet.
    func token() throws -> String { try readText("\(home)/\(Template.tokenFile)") }

    /// The line that people use, with this world's values.
    ///
    /// A caller without a name is one whom the phone may know.
    func curlWords(
        _ extra: [String] = [], caller: String = "0123456789", name: String? = "Tester"
    ) throws -> [String] {
        let names = name.map { #","incoming_caller_name":"\#($0)""# } ?? ""
        let alert = #""incoming_caller_id":"\#(caller)"\#(names)"#
        return [
            "curl", "-v", "--http2", "--cert", certificate, "--cacert", ready.authority,
            "-d", #"{"aps":{"alert":{\#(alert)}}}"#, "-H", "apns-push-type: voip",
            "-H", "apns-expiration: 0", "-H", "apns-priority: 0",
            "-H", "apns-topic: \(Template.bundle).voip",
            "https://localhost:\(ready.providerPort)/3/device/\(try token())",
        ] + extra
    }

    // MARK: Waiting

    /// Reads traces until the condition holds.
    func wait(
        for what: String,
        within seconds: Double = 30,
        with others: [Program] = [],
        until condition: () throws -> Bool
    ) throws {
        let deadline = Deadline(seconds)
        collect()
        while try !condition() {
            try Program.read([gateway, phone] + others, until: deadline, for: what)
            collect()
        }
    }

    /// Waits until a step has happened so many times since the start.
    @discardableResult
    func wait(for step: TimelineStep, times: Int = 1) throws -> TimelineEntry {
        try wait(for: "\(step.rawValue) number \(times)") { count(of: step) >= times }
        return entries.filter { $0.step == step }[times - 1]
    }

    func count(of step: TimelineStep) -> Int { counts[step] ?? 0 }

    private func collect() {
        for program in [gateway, phone] {
            let start = consumed[ObjectIdentifier(program)] ?? 0
            for line in program.output[start...] {
                let bytes = Array(line.utf8)
                if let entry = try? MessageCoder.decode(TimelineEntry.self, from: bytes) {
                    entries.append(entry)
                    counts[entry.step, default: 0] += 1
                }
            }
            consumed[ObjectIdentifier(program)] = program.output.count
        }
    }
}
