// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import CallModel
import PhoneHost
import PhoneTestSupport
import Testing
import OCKWire

@Suite("What a person asks of a host")
struct UserRequestTests {
    @Test("The status tells of the push service, the calls and the running apps")
    func status() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        _ = try fixture.readyApp()
        let expected = PhoneStatus(
            processID: 42,
            startedAt: fixture.time.now().wall,
            gateway: "memory:0",
            isGatewayConnected: true,
            calls: 0,
            runningApps: [Fixture.bundle]
        )
        #expect(try fixture.ask(.status, as: user) == .status(expected))
    }

    @Test("A ringing call is listed, answered and ended")
    func calls() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        fixture.deliver()
        let app = try fixture.readyApp()
        try fixture.report(from: app)
        guard case .calls(let calls) = try fixture.ask(.calls, as: user) else {
            Issue.record("no calls came")
            return
        }
        #expect(calls.map(\.state) == [.ringing])
        #expect(fixture.ringer.ringing == [Fixture.call])
        #expect(try fixture.act(.answer(Fixture.call), as: user) == .done)
        #expect(fixture.ringer.ringing.isEmpty)
        #expect(try fixture.act(.end(nil), as: user) == .done)
    }

    @Test("Without a call there is nothing to answer, and the reply says so")
    func nothingToAnswer() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        guard case .failed = try fixture.act(.answer(nil), as: user) else {
            Issue.record("an answer without a call did not fail")
            return
        }
    }

    @Test("B112: whom an app can call is kept for the next phone, and goes with the app")
    func supportedHandles() throws {
        let settings = MemorySettings()
        let first = Fixture(settings: settings)
        let app = try first.host.connectedApp(Fixture.bundle)
        var configuration = ProviderConfiguration()
        configuration.supportedHandleKinds = [.phoneNumber]
        try first.host.hear(.registerProvider(Fixture.provider, configuration), from: app)

        let second = Fixture(settings: settings)
        let user = try second.host.connectedUser()
        guard case .apps(let apps) = try second.ask(.apps, as: user) else {
            Issue.record("no apps came")
            return
        }
        #expect(apps.map(\.handleKinds) == [[.phoneNumber]])
        #expect(apps.map(\.isRunning) == [false])
        let wish = StartCallIntent(handle: Handle(kind: .phoneNumber, value: "5"))
        #expect(try second.act(.startCall(Fixture.bundle, wish), as: user) == .done)
        #expect(second.launcher.launches.count == 1)

        _ = try second.ask(.removeApp(Fixture.bundle), as: user)
        #expect(settings.settings == PhoneSettings())
    }

    @Test("Apps are installed, listed with their token, and removed with their processes")
    func apps() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        let request = UserRequest.installApp(path: "/build/com.example.other.app", isLinked: true)
        guard case .installed(let summary) = try fixture.ask(request, as: user) else {
            Issue.record("not installed")
            return
        }
        #expect(summary.bundle == "com.example.other")
        #expect(summary.isLinked)
        let app = try fixture.readyApp()
        guard case .apps(let apps) = try fixture.ask(.apps, as: user) else {
            Issue.record("no apps came")
            return
        }
        #expect(apps.map(\.bundle) == [Fixture.bundle, "com.example.other"])
        #expect(apps.map(\.isRunning) == [true, false])
        #expect(apps[0].pushToken != nil && apps[1].pushToken == nil)
        #expect(try fixture.ask(.removeApp(Fixture.bundle), as: user) == .done)
        #expect(app.isTerminated)
        #expect(fixture.courier.tokens[Fixture.bundle] == nil)
    }

    @Test("An app that is installed anew does not run on from the files of the old one")
    func installedAnew() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        let app = try fixture.readyApp()
        let request = UserRequest.installApp(path: "/x/\(Fixture.bundle).app", isLinked: false)
        guard case .installed = try fixture.ask(request, as: user) else {
            Issue.record("it was not installed")
            return
        }
        #expect(app.isTerminated)
    }

    @Test("A bundle that cannot be installed, or is not there to remove, is refused in words")
    func badApps() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        let requests: [UserRequest] = [
            .installApp(path: "/nothing", isLinked: false), .removeApp("com.example.none"),
        ]
        for request in requests {
            guard case .failed(let words) = try fixture.ask(request, as: user) else {
                Issue.record("\(request) did not fail")
                continue
            }
            #expect(!words.isEmpty)
        }
    }

    @Test("Recents come in pages that fit in a frame, newest first, each row once")
    func pages() throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        for number in 1...1000 {
            fixture.store.record(Self.row(number), completion: nil)
        }
        var seen: [RecordID] = []
        while true {
            let request = UserRequest.recents(limit: 1000, before: seen.last)
            guard case .recents(let rows) = try fixture.ask(request, as: user) else {
                Issue.record("no rows came")
                return
            }
            if rows.isEmpty { break }
            seen += rows.map(\.record)
        }
        #expect(seen == (1...1000).reversed().map { Self.row($0).record })
    }

    @Test("A limit that makes no sense gives no rows", arguments: [0, -1, Int.min])
    func limits(limit: Int) throws {
        let fixture = Fixture()
        let user = try fixture.host.connectedUser()
        fixture.store.record(Self.row(1), completion: nil)
        #expect(try fixture.ask(.recents(limit: limit), as: user) == .recents([]))
        #expect(try fixture.ask(.pushes(limit: limit), as: user) == .pushes([]))
    }

    private static func row(_ number: Int) -> RecentCall {
        RecentCall(
            record: RecordID(high: 0, low: UInt64(number)),
            call: CallID(high: 1, low: UInt64(number)),
            bundle: Fixture.bundle,
            handle: Handle(kind: .generic, value: String(repeating: "h", count: 256)),
            name: String(repeating: "n", count: 1024),
            isOutgoing: false,
            hasVideo: false,
            began: WallTime(milliseconds: Int64(number))
        )
    }
}
