// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import PhoneLink
import Testing

private final class Listener: AudioReceiver {
    let history = History()

    func receive(_ event: AudioEvent) {
        switch event {
        case .interrupted: history.note("interrupted")
        case .routeChanged: history.note("route")
        case .inputsChanged: history.note("inputs")
        case .servicesLost: history.note("lost")
        case .servicesReset: history.note("reset")
        case .inputMuted: history.note("muted")
        case .otherAudioPlaying: history.note("music")
        }
    }
}

@Suite struct AudioSessionTests {
    private let route = AudioRoute(inputs: [.builtInMicrophone], outputs: [.receiver])

    @Test("Each request waits for its own answer", arguments: FakeLink.allCases)
    func answers(link: FakeLink) throws {
        let bench = try Bench(link) { request in
            switch request {
            case .overrideAudioPort(let id, _): [.answered(id, .audioSession(.badParam))]
            case .setPreferredInput(let id, let uid):
                [.answered(id, uid == nil ? nil : .audioSession(.unspecified))]
            case let other: FakePhone.admitting(other)
            }
        }
        #expect(bench.session.overridePort(toSpeaker: true) == .audioSession(.badParam))
        #expect(bench.session.setPreferredInput("1") == .audioSession(.unspecified))
        #expect(bench.session.setPreferredInput(nil) == nil)
        #expect(bench.session.setAudioActive(true) == nil)
        #expect(bench.session.isAudioActive)
    }

    @Test("A route that is told before an answer is there when the call returns")
    func routeBeforeAnswer() throws {
        let route = route
        let bench = try Bench { request in
            switch request {
            case .overrideAudioPort(let id, _):
                [.audioRouteChanged(route, .override), .answered(id, nil)]
            case let other: FakePhone.admitting(other)
            }
        }
        #expect(bench.session.overridePort(toSpeaker: true) == nil)
        #expect(bench.session.audioEnvironment.route == route)
    }

    @Test("The listener hears of sound, in order, until another takes its place")
    func listener() async throws {
        let bench = try Bench()
        let first = Listener()
        let second = Listener()
        bench.session.listenToAudio(first)
        #expect(bench.session.setAudioActive(true) == nil)
        bench.phone.say(
            .audioInterrupted(.began(reason: 0)), .audioRouteChanged(route, .unknown),
            .mediaServicesLost, .mediaServicesReset, .inputMuted(true))
        await bench.session.barrier()
        bench.session.listenToAudio(second)
        bench.phone.say(.inputMuted(false))
        await bench.session.barrier()
        #expect(first.history.all == ["interrupted", "route", "lost", "reset", "muted"])
        #expect(second.history.all == ["muted"])
    }

    @Test("The session does not keep its listener alive")
    func weak() async throws {
        let bench = try Bench()
        var listener: Listener? = Listener()
        weak let remembered = listener
        if let listener { bench.session.listenToAudio(listener) }
        listener = nil
        #expect(remembered == nil)
        #expect(bench.session.setAudioActive(true) == nil)
        bench.phone.say(.inputMuted(true))
        await bench.session.barrier()
    }

    @Test("The inputs are those that the settings let the app choose, as soon as they are set")
    func inputs() throws {
        let bench = try Bench()
        #expect(bench.session.setAudioActive(true) == nil)
        #expect(bench.session.audioEnvironment.inputs == [])
        bench.session.setAudio(
            AudioSessionSettings(category: "AVAudioSessionCategoryPlayAndRecord"))
        #expect(bench.session.audioEnvironment.inputs == [.builtInMicrophone])
    }

    @Test("Without a phone sound fails in Apple's words")
    func noPhone() {
        let session = AppSession(
            address: .socket(path: "/nonexistent/app.sock"), complain: { _ in })
        #expect(session.overridePort(toSpeaker: true) == .audioSession(.mediaServicesFailed))
        #expect(session.setPreferredInput(nil) == .audioSession(.mediaServicesFailed))
        session.setInputMuted(true)
        #expect(session.audioEnvironment.isInputMuted)
        #expect(!session.isAudioActive)
    }
}
