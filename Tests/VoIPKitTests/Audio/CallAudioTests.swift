// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import Foundation
import Testing

@testable import VoIPKit

@MainActor @Suite("CallAudio: the core driven") struct CallAudioTests {
    private let engine = FakeEngine()
    private let session = FakeSession()
    private let audio: CallAudio

    init() { audio = CallAudio(engine: engine, session: session) }

    private func call(
        _ state: Call.State, hasVideo: Bool = false, isOnHold: Bool = false
    ) -> Call {
        var call = Call(
            id: UUID(), direction: .incoming, handle: nil, name: nil, hasVideo: hasVideo,
            state: state, created: Date(timeIntervalSince1970: 0))
        call.isOnHold = isOnHold
        return call
    }

    @Test("nothing is touched when it is made") func made() {
        #expect(session.log.isEmpty && engine.log.isEmpty)
        #expect(!audio.state.isActive && audio.state.route == .receiver)
    }

    @Test("what is set already is not set again (B80), unless something changed it") func equal() {
        audio.prepare(hasVideo: false)
        audio.prepare(hasVideo: false)
        #expect(session.log == ["configure voice"])
        session.disturb()
        audio.prepare(hasVideo: false)
        #expect(session.log == ["configure voice", "configure voice"])
        audio.prepare(hasVideo: true)
        #expect(session.log.last == "configure video")
    }

    @Test("the engine starts and stops with the session") func engineRuns() {
        audio.prepare(hasVideo: false)
        #expect(engine.log.isEmpty)
        audio.didActivate()
        audio.didDeactivate()
        #expect(engine.log == ["start", "stop"])
        #expect(session.log == ["configure voice"])
    }

    @Test("a broken engine is told of once, gets no tone, and is tried again") func broken() {
        var problems: [CallAudioError] = []
        audio.onProblem = { problems.append($0) }
        engine.isBroken = true
        audio.setRingback(true)
        audio.didActivate()
        #expect(engine.log == ["start"])
        #expect(problems == [.engine("no voice unit")])
        #expect(audio.state.isActive && !audio.state.isRunning)
        audio.didDeactivate()
        #expect(engine.log == ["start"])
        engine.isBroken = false
        audio.didActivate()
        #expect(engine.log == ["start", "start", "ringback true"])
        #expect(audio.state.isRunning && audio.state.isRingingBack)
    }

    @Test("refusals of the session are told with their codes") func refusals() {
        var problems: [CallAudioError] = []
        audio.onProblem = { problems.append($0) }
        session.refusals = ["configure": -50, "speaker": -50]
        audio.prepare(hasVideo: false)
        audio.setSpeaker(true)
        audio.didActivate()
        #expect(problems == [.configuration(code: -50), .speaker(code: -50)])
        // The engine starts all the same: a call in the wrong mode is better than a silent one.
        #expect(engine.log == ["start"])
    }

    @Test("who watches hears the state first, then each change once") func observing() {
        var states: [CallAudioState] = []
        let observation = audio.observe { states.append($0) }
        #expect(states.map(\.isActive) == [false])
        audio.didActivate()
        audio.didActivate()
        #expect(states.map(\.isActive) == [false, true])
        observation.cancel()
        audio.didDeactivate()
        #expect(states.count == 2)
    }

    @Test("a stream of states begins with the one that is") func stream() async {
        audio.didActivate()
        var states = audio.states.makeAsyncIterator()
        audio.didDeactivate()
        #expect(await states.next()?.isActive == true)
        #expect(await states.next()?.isActive == false)
    }

    @Test("what the engine asks while it is started waits its turn") func reentrant() {
        engine.onTold = { [audio] in if $0 == "start" { audio.setSpeaker(true) } }
        audio.setRingback(true)
        audio.didActivate()
        #expect(engine.log == ["start", "ringback true"])
        #expect(session.log == ["speaker true"])
    }

    // MARK: Calls

    @Test("a call that gets video changes the mode; held and ringing ones do not") func video() {
        audio.prepare(hasVideo: false)
        audio.didActivate()
        let voice = call(.active)
        audio.callsChanged([voice, call(.ringing, hasVideo: true)])
        audio.callsChanged([voice, call(.held, hasVideo: true, isOnHold: true)])
        #expect(session.log == ["configure voice"])
        audio.callsChanged([call(.active, hasVideo: true)])
        #expect(session.log == ["configure voice", "configure video"])
    }

    @Test("with the last call its choices go") func forget() {
        audio.prepare(hasVideo: false)
        audio.setSpeaker(true)
        #expect(audio.state.isSpeaker)
        audio.callsChanged([call(.active)])
        #expect(audio.state.isSpeaker)
        audio.callsChanged([call(.ended(.local))])
        #expect(!audio.state.isSpeaker)
    }

    // MARK: Without CallKit

    @Test("the app activates, with a category of calls, and lets go") func ownActivation() throws {
        try audio.activate()
        try audio.activate()
        #expect(session.log == ["configure voice", "activate"])
        // A call system says so as well.
        audio.didActivate()
        audio.didDeactivate()
        #expect(engine.log == ["start"])
        audio.deactivate()
        audio.deactivate()
        #expect(session.log == ["configure voice", "activate", "deactivate"])
        #expect(engine.log == ["start", "stop"])
    }

    @Test(
        "a refused activation says why",
        arguments: [
            (561_017_449, CallAudioError.insufficientPriority),
            (561_145_187, .activation(code: 561_145_187)),
        ])
    func refused(code: Int, error: CallAudioError) {
        session.refusals = ["activate": code]
        #expect(throws: error) { try audio.activate() }
        #expect(engine.log.isEmpty)
        #expect(!audio.state.isActive)
    }

    @Test("CallKit's session is not the app's to raise or lower") func systemOwns() throws {
        audio.didActivate()
        try audio.activate()
        audio.deactivate()
        #expect(session.log.isEmpty)
        #expect(engine.log == ["start"])
    }

    @Test("a session that is busy when it is let go of is gone all the same (B77)")
    func busy() throws {
        var problems: [CallAudioError] = []
        audio.onProblem = { problems.append($0) }
        session.refusals = ["deactivate": 560_030_580]
        try audio.activate()
        audio.deactivate()
        #expect(!audio.state.isActive && problems.isEmpty)
    }

    @Test("an interruption that may be resumed is") func resumes() throws {
        try audio.activate()
        session.onEvent?(.interruptionBegan)
        #expect(audio.state.isInterrupted && engine.log == ["start", "stop"])
        session.onEvent?(.interruptionEnded(shouldResume: true))
        #expect(session.log == ["configure voice", "activate", "activate"])
        #expect(audio.state.isActive && engine.log == ["start", "stop", "start"])
    }

    @Test("one that may not be waits for the person") func personResumes() throws {
        try audio.activate()
        session.onEvent?(.interruptionBegan)
        session.onEvent?(.interruptionEnded(shouldResume: false))
        #expect(!audio.state.isActive)
        try audio.activate()
        #expect(audio.state.isActive && engine.log == ["start", "stop", "start"])
    }

    @Test("a resumption that is refused is told, and leaves it interrupted") func notResumed()
        throws
    {
        var problems: [CallAudioError] = []
        audio.onProblem = { problems.append($0) }
        try audio.activate()
        session.onEvent?(.interruptionBegan)
        session.refusals = ["activate": 561_017_449]
        session.onEvent?(.interruptionEnded(shouldResume: true))
        #expect(problems == [.insufficientPriority])
        #expect(audio.state.isInterrupted)
        session.refusals = [:]
        try audio.activate()
        #expect(audio.state.isActive)
        session.onEvent?(.interruptionBegan)
        audio.deactivate()
        #expect(!audio.state.isInterrupted && session.log.last == "deactivate")
    }

    @Test("inputs are preferred by what they are, and refused with a code") func inputs() throws {
        let headset = CallAudioRoute.Port(type: .bluetoothHFP, name: "Headset", id: "1")
        session.availableInputs = [headset]
        try audio.preferInput(audio.availableInputs.first)
        try audio.preferInput(nil)
        #expect(session.log == ["input 1", "input nil"])
        session.refusals = ["input": -50]
        #expect(throws: CallAudioError.input(code: -50)) { try audio.preferInput(headset) }
    }
}
