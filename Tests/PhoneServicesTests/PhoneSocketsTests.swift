// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import Glibc
import OCKNetworking
import PhoneCore
import PhoneHost
import PhoneTestSupport
import Testing
import OCKWire

@testable import PhoneServices
import OCKStorage

@Suite("PhoneSockets")
struct PhoneSocketsTests {
    private static let bundle = "com.example.hotline"
    private let folder: TemporaryFolder
    private let stage: LoopStage
    private let host: PhoneHost
    private let paths: HomePaths
    private let identity: Identity

    /// What the sockets take this test's own process for.
    private final class Identity {
        var bundle: BundleID? = PhoneSocketsTests.bundle
        /// Where it is no app.
        var member: BundleMember?
        var lookUps = 0
    }

    init() throws {
        folder = try TemporaryFolder()
        stage = try LoopStage()
        paths = HomePaths(home: folder.path)
        try paths.create()
        identity = Identity()
        let time = VirtualTime()
        host = PhoneHost(
            rules: SystemRules(),
            seed: 1,
            clock: time,
            scheduler: time,
            services: HostServices(
                store: MemoryStore(),
                launcher: MemoryLauncher(),
                catalog: MemoryCatalog([Self.bundle]),
                ringer: MemoryRinger()
            )
        )
    }

    private func open() throws -> PhoneSockets {
        let sockets = PhoneSockets(loop: stage.loop, host: host, paths: paths) { [identity] file in
            identity.lookUps += 1
            guard file == FileIdentity(path: "/proc/self/exe") else { return nil }
            return identity.bundle.map { .app($0) } ?? identity.member
        }
        try sockets.open()
        return sockets
    }

    private func client(_ path: String) -> Client { Client(path, stage) }

    @Test("Both sockets are for their user alone, in a folder that is too")
    func modes() throws {
        let sockets = try open()
        defer { sockets.close() }
        var facts = stat()
        for path in [paths.appSocket, paths.controlSocket] {
            #expect(stat(path, &facts) == 0)
            #expect(facts.st_mode & 0o777 == 0o600)
        }
        #expect(stat(paths.run, &facts) == 0)
        #expect(facts.st_mode & 0o777 == 0o700)
    }

    @Test(
        "An app is known by its executable, also after its hello, and gone with its socket"
    )
    func app() throws {
        let sockets = try open()
        defer { sockets.close() }
        let app = client(paths.appSocket)
        app.say(AppRequest.hello(version: protocolVersion))
        stage.run("no welcome came") { !app.bodies.isEmpty }
        let notice = try MessageCoder.decode(AppNotice.self, from: app.bodies[0])
        guard case .welcome(let welcome) = notice else {
            Issue.record("\(notice)")
            return
        }
        #expect(welcome.bundle == Self.bundle)
        #expect(identity.lookUps == 2)
        #expect(host.runningApps == [Self.bundle])
        app.connection.close()
        let other = client(paths.controlSocket)
        other.say(UserMessage(id: RequestID(0), request: .hello(version: protocolVersion)))
        stage.run("no welcome came") { !other.bodies.isEmpty }
        #expect(host.runningApps.isEmpty)
    }

    @Test("A process of no installed app is refused with its executable and what to do")
    func stranger() throws {
        identity.bundle = nil
        let sockets = try open()
        defer { sockets.close() }
        var log: [String] = []
        sockets.onRefusal = { log.append($0) }
        let words = try refusal(client(paths.appSocket))
        #expect(words.contains("opencallkit app install"))
        let executable = try #require(Files.resolve("/proc/self/exe"))
        #expect(words.contains(executable))
        #expect(log == [words])
    }

    @Test("B136: processes of an app's extension are let in, several of them, beside the app's")
    func extensions() throws {
        let sockets = try open()
        defer { sockets.close() }
        let app = client(paths.appSocket)
        app.say(AppRequest.hello(version: protocolVersion))
        stage.run("no welcome came") { !app.bodies.isEmpty }
        identity.bundle = nil
        identity.member = .notificationExtension(Self.bundle, canFilter: false)
        for _ in 0..<3 {
            let member = client(paths.appSocket)
            member.say(AppRequest.hello(version: protocolVersion))
            member.say(AppRequest.reportPushPayload(RequestID(1), Bytes([1])))
            stage.run("no answer came") { member.bodies.count == 2 }
            #expect(
                try MessageCoder.decode(AppNotice.self, from: member.bodies[1])
                    == .answered(
                        RequestID(1),
                        .notificationService(.missingNotificationFilteringEntitlement)))
        }
        #expect(host.runningApps == [Self.bundle])
    }

    @Test("A process that becomes another program before its hello is refused")
    func changed() throws {
        let sockets = try open()
        defer { sockets.close() }
        let app = client(paths.appSocket)
        stage.run("it was not accepted") {
            stage.loop.later { stage.changed() }
            return identity.lookUps == 1
        }
        identity.bundle = nil
        app.say(AppRequest.hello(version: protocolVersion))
        #expect(try refusal(app).contains("has become"))
        stage.run("its session did not end") {
            stage.loop.later { stage.changed() }
            return host.runningApps.isEmpty
        }
    }

    @Test("A second process of an app is refused while the first lives")
    func second() throws {
        let sockets = try open()
        defer { sockets.close() }
        let first = client(paths.appSocket)
        first.say(AppRequest.hello(version: protocolVersion))
        stage.run("no welcome came") { !first.bodies.isEmpty }
        #expect(try refusal(client(paths.appSocket)).contains("\(getpid())"))
        #expect(!first.isClosed)
    }

    @Test("An app on the control socket is refused")
    func appOnControl() throws {
        let sockets = try open()
        defer { sockets.close() }
        let app = client(paths.controlSocket)
        app.say(AppRequest.hello(version: protocolVersion))
        #expect(try refusal(app).contains("app.sock"))
    }

    @Test(
        "Bytes that are no frame are refused, and the phone goes on",
        arguments: [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0, 0, 0, 1, 0x7B]] as [[UInt8]]
    )
    func garbage(bytes: [UInt8]) throws {
        let sockets = try open()
        defer { sockets.close() }
        for path in [paths.appSocket, paths.controlSocket] {
            let peer = client(path)
            peer.connection.send(bytes)
            _ = try refusal(peer)
        }
    }

    @Test("A phone that is running is named, and a socket that was left behind is replaced")
    func alreadyRunning() throws {
        let sockets = try open()
        let error = #expect(throws: ServiceFailure.self) { try open() }
        #expect(error.map { "\($0)" }?.contains("already running") == true)
        sockets.close()
        let abandoned = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(abandoned) }
        try open().close()
    }

    @Test("The peer of a socket is this user's process, alive, with its executable")
    func peer() throws {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let process = try PeerProcess(descriptor: ends[0])
        #expect(process.processID == getpid())
        #expect(process.isAlive)
        #expect(try process.executable() == FileIdentity(path: "/proc/self/exe"))
        #expect(throws: PeerRefusal.otherUser) {
            try PeerProcess(descriptor: ends[0], user: getuid() + 1)
        }
        #expect(throws: PeerRefusal.gone) { try PeerProcess(descriptor: -1) }
    }

    /// Waits until the peer has been refused and closed, and gives the words.
    private func refusal(_ client: Client) throws -> String {
        stage.run("it was not refused") { client.isClosed }
        for body in client.bodies {
            if case .refused(let words) = try MessageCoder.decode(AppNotice.self, from: body) {
                return words
            }
        }
        Issue.record("it was closed without words")
        return ""
    }
}

/// The other end of a socket.
private final class Client {
    private(set) var bodies: [[UInt8]] = []
    private(set) var isClosed = false
    let connection: Connection
    private var reader = FrameReader()

    init(_ path: String, _ stage: LoopStage) {
        connection = Connection.connect(unixPath: path, on: stage.loop)
        connection.onBytes = { [unowned self, unowned stage] bytes in
            reader.append(bytes)
            while let body = try? reader.next() { bodies.append(body) }
            stage.changed()
        }
        connection.onClosed = { [weak self, weak stage] _ in
            self?.isClosed = true
            stage?.changed()
        }
    }

    deinit { connection.close() }

    func say(_ message: some Encodable) {
        guard let frame = try? MessageCoder.frame(message) else {
            Issue.record("a message has no frame")
            return
        }
        connection.send(frame)
    }
}
