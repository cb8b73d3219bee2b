// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("The app's own screen follows CallKit's order") @MainActor
struct InAppCallSystemTests {
    let bench = InAppBench()

    @Test("A reported call is answered for on the next turn, then shown")
    func incoming() {
        bench.reportIncoming(named: "Ann") { [bench] error in
            bench.log.append("answer \(error.map { "\($0)" } ?? "nil")")
        }
        #expect(bench.news().isEmpty)
        bench.clock.settle()
        #expect(bench.news() == ["answer nil", "show"])
        #expect(bench.content?.ringing?.name == "Ann")
        #expect(bench.content?.choices == [.answer, .decline])
    }

    @Test(
        "An answer is performed, connects when it is fulfilled, and only then is heard (B17, B69)")
    func answer() throws {
        bench.onPerform = { _ in }
        let call = bench.ring("Ann")
        bench.actions?.answer(call)
        bench.clock.settle()
        #expect(bench.news() == ["show", "answer Ann"])
        #expect(bench.shown == ["Ann connecting"])
        #expect(bench.content?.ringing == nil)
        bench.system.fulfill(try #require(bench.performed.last).id, at: nil)
        bench.clock.settle()
        #expect(bench.news() == ["audio on"])
        #expect(bench.shown == ["Ann active"])
        #expect(bench.content?.calls.first?.dates.connected == bench.clock.now)
    }

    @Test("A tap that comes twice is one")
    func twice() {
        let call = bench.ring("Ann")
        bench.actions?.answer(call)
        bench.actions?.answer(call)
        bench.actions?.end(call)
        bench.actions?.end(call)
        bench.clock.settle()
        #expect(bench.news() == ["show", "answer Ann", "end Ann", "hide"])
    }

    @Test("A request is accepted before it is performed (B46)")
    func order() {
        let id = UUID()
        bench.name(id, "Bob")
        let error = bench.request([
            (id, .start(CallHandle(.generic, "Bob"), name: nil, hasVideo: true))
        ])
        #expect(error == nil)
        #expect(bench.news() == ["accepted", "start Bob", "audio on", "show"])
        #expect(bench.shown == ["Bob connecting"])
        #expect(bench.content?.calls.first?.hasVideo == true)
        bench.system.reportStartedConnecting(id, at: nil)
        bench.system.reportConnected(id, at: nil)
        bench.clock.settle()
        #expect(bench.shown == ["Bob active"])
    }

    @Test("What connects before its Start is fulfilled is connected then")
    func early() throws {
        bench.onPerform = { _ in }
        let id = UUID()
        bench.name(id, "Bob")
        _ = bench.request([(id, .start(CallHandle(.generic, "Bob"), name: nil, hasVideo: false))])
        let early = bench.clock.now
        bench.system.reportConnected(id, at: nil)
        bench.clock.advance(by: 3)
        #expect(bench.shown == ["Bob connecting"])
        bench.system.fulfill(try #require(bench.performed.last).id, at: nil)
        bench.clock.settle()
        #expect(bench.shown == ["Bob active"])
        #expect(bench.content?.calls.first?.dates.connected == early)
    }

    @Test("The other side's end is not performed, and nothing stays")
    func remoteEnd() {
        let call = bench.answered("Ann")
        _ = bench.news()
        bench.system.reportEnded(call, at: nil, reason: .remote)
        bench.clock.settle()
        #expect(bench.news() == ["audio off", "hide"])
        #expect(bench.clock.openCount == 0)
    }

    @Test("A call that is over before its turn is never shown")
    func flash() {
        let call = bench.reportIncoming(named: "Ann") { _ in }
        bench.system.reportEnded(call, at: nil, reason: .remote)
        bench.clock.settle()
        #expect(bench.news().isEmpty)
    }

    @Test("A failed answer ends the call, a failed hold changes nothing (B42)")
    func failing() {
        let call = bench.answered("Ann")
        bench.onPerform = { [bench] in bench.system.fail($0.id) }
        bench.actions?.setHeld(true, of: call)
        bench.clock.settle()
        #expect(bench.shown == ["Ann active"])
        bench.actions?.end(call)
        bench.clock.settle()
        #expect(bench.shown == ["Ann active"])
        bench.system.reportEnded(call, at: nil, reason: .remote)
        bench.answered("Bob")
        #expect(bench.content == nil)
    }

    @Test("Digits, mute and hold go out as actions, and only where they make sense")
    func taps() {
        let call = bench.ring("Ann")
        bench.actions?.play("1", in: call)
        bench.actions?.setMuted(true, of: call)
        bench.actions?.setHeld(true, of: call)
        bench.clock.settle()
        #expect(bench.news() == ["show"])
        bench.actions?.answer(call)
        bench.clock.settle()
        bench.actions?.play("1#", in: call)
        bench.actions?.play("call me", in: call)
        bench.actions?.play(String(repeating: "1", count: 65), in: call)
        bench.actions?.setMuted(true, of: call)
        bench.actions?.setMuted(true, of: call)
        bench.clock.settle()
        bench.actions?.setMuted(true, of: call)
        bench.actions?.end(UUID())
        bench.clock.settle()
        #expect(bench.news() == ["answer Ann", "audio on", "play 1# Ann", "mute Ann"])
        #expect(bench.content?.calls.first?.isMuted == true)
    }

    @Test("A call is shown with the name and handle that come later (B103)")
    func update() throws {
        let call = bench.ring("Ann")
        var known = try #require(bench.content?.ringing)
        known.name = "Ann Smith"
        known.hasVideo = true
        bench.system.reportUpdate(known, features: [])
        bench.clock.settle()
        #expect(bench.content?.ringing?.name == "Ann Smith")
        #expect(bench.content?.ringing?.hasVideo == true)
        bench.actions?.answer(call)
        bench.clock.settle()
        bench.actions?.setHeld(true, of: call)
        bench.clock.settle()
        #expect(bench.shown == ["Ann active"])
    }

    @Test("The session that another call has is tried for again while a call wants it (B73, B76)")
    func busy() {
        bench.isSessionBusy = true
        let call = bench.answered("Ann")
        bench.clock.advance(by: 5)
        #expect(bench.news() == ["show", "answer Ann"])
        bench.isSessionBusy = false
        bench.clock.advance(by: 2)
        #expect(bench.news() == ["audio on"])
        bench.isSessionBusy = true
        bench.actions?.setHeld(true, of: call)
        bench.clock.settle()
        bench.actions?.setHeld(false, of: call)
        bench.clock.settle()
        bench.actions?.end(call)
        bench.clock.settle()
        #expect(bench.news() == ["hold Ann", "audio off", "unhold Ann", "end Ann", "hide"])
        #expect(bench.clock.openCount == 0)
    }

    @Test("An invalidated one has no calls, asks for nothing more, and refuses (B7, B8)")
    func invalidated() {
        let call = bench.answered("Ann")
        bench.ring("Bob")
        _ = bench.news()
        bench.system.invalidate()
        bench.clock.advance(by: 700)
        #expect(bench.news() == ["audio off", "hide"])
        #expect(bench.request([(call, .end)]) == .noProvider)
        var answers: [CallError?] = []
        bench.reportIncoming(named: "Cid") { answers.append($0) }
        bench.clock.settle()
        #expect(answers == [.noProvider])
    }
}
