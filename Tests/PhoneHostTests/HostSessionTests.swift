// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneHost
import PhoneTestSupport
import Testing
import OCKWire

@Suite("The sessions of a host")
struct HostSessionTests {
    private func refusal(_ peer: MemoryPeer) throws -> String? {
        for notice in try peer.appNotices() {
            if case .refused(let words) = notice { return words }
        }
        return nil
    }

    @Test("An app is welcomed with its bundle and version")
    func welcome() throws {
        let fixture = Fixture()
        let app = try fixture.host.connectedApp(Fixture.bundle)
        let welcome = AppWelcome(
            version: protocolVersion,
            bundle: Fixture.bundle,
            timeouts: ActionTimeouts()
        )
        #expect(try app.appNotices() == [.welcome(welcome), .lifeChanged(AppLife())])
    }

    @Test("Another version is refused in words that name both")
    func otherVersion() throws {
        let fixture = Fixture()
        let app = MemoryPeer()
        app.session = fixture.host.connectApp(bundle: Fixture.bundle, peer: app)
        try fixture.host.hear(.hello(version: 99), from: app)
        let words = try #require(try refusal(app))
        #expect(words.contains("99") && words.contains("\(protocolVersion)"))
        #expect(app.isClosed)
    }

    @Test(
        "What is not a message, or comes before hello, is refused and closed",
        arguments: [Array("{".utf8), Array("{\"ping\":{\"_0\":1}}".utf8), [0xFF, 0xFE]]
    )
    func brokenApp(body: [UInt8]) throws {
        let fixture = Fixture()
        let app = MemoryPeer()
        app.session = fixture.host.connectApp(bundle: Fixture.bundle, peer: app)
        fixture.host.receive(body, from: app.session)
        #expect(try refusal(app) != nil)
        #expect(app.isClosed)
        fixture.host.receive(body, from: app.session)
        #expect(app.bodies.count == 1)
    }

    @Test("Hello is said once")
    func helloTwice() throws {
        let fixture = Fixture()
        let app = try fixture.host.connectedApp(Fixture.bundle)
        try fixture.host.hear(.hello(version: protocolVersion), from: app)
        #expect(try refusal(app) != nil)
    }

    @Test("An app on the control socket is told which socket is its own")
    func appOnControlSocket() throws {
        let fixture = Fixture()
        let peer = MemoryPeer()
        peer.session = fixture.host.connectUser(peer: peer)
        try fixture.host.hear(AppRequest.hello(version: protocolVersion), from: peer)
        #expect(try refusal(peer)?.contains("app.sock") == true)
        #expect(peer.isClosed)
    }

    @Test("A tool on the app socket is told which socket is its own")
    func userOnAppSocket() throws {
        let fixture = Fixture()
        let peer = MemoryPeer()
        peer.session = fixture.host.connectApp(bundle: Fixture.bundle, peer: peer)
        try fixture.host.hear(UserRequest.hello(version: protocolVersion), id: 1, from: peer)
        #expect(try refusal(peer)?.contains("control.sock") == true)
        #expect(peer.isClosed)
    }

    @Test("A tool that speaks before hello, or of another version, is refused")
    func brokenUser() throws {
        let fixture = Fixture()
        for request in [UserRequest.status, .hello(version: protocolVersion + 1)] {
            let peer = MemoryPeer()
            peer.session = fixture.host.connectUser(peer: peer)
            try fixture.host.hear(request, id: 1, from: peer)
            #expect(try refusal(peer) != nil)
            #expect(peer.isClosed)
        }
    }
}
