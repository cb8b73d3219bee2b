// SPDX-License-Identifier: Apache-2.0
import AVFAudio
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneLink
import Testing

@Suite("Sound between apps: B70–B76") struct AudioOfOthers {
    private let other = "com.example.other"
    private let lacksPriority = AVAudioSession.ErrorCode.insufficientPriority.rawValue

    @Test(
        "B70: hold for a cellular call and back: Hold, interruption, down, Resume, up, and no end",
        arguments: Link.allCases)
    func b70(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.logsChanges = false
        // Whether or not the app is quick to hold.
        for isQuick in [true, false] {
            app.decide = { $0 is CXSetHeldCallAction && !isQuick ? .waits : .fulfils }
            let call = phone.world.incomingCellularCall(from: "10086")
            phone.user.holdAndAnswer()
            try await phone.settle()
            #expect(app.take() == ["execute 1", "perform Hold a", "interrupted", "didDeactivate"])
            app.complete { $0.fulfill() }
            app.decide = { _ in .fulfils }
            try await phone.settle()
            phone.user.end(call)
            try await phone.settle()
            #expect(app.take() == ["execute 1", "perform Resume a", "didActivate"])
        }
    }

    @Test(
        "B70, B84: swapped with a call that goes on: Resume and up, with no end of an interruption",
        arguments: Link.allCases)
    func b70Swapped(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let foreign = try await phone.run(other) { WitnessApp() }
        try await phone.connect("a", of: app)
        foreign.report("b")
        try await phone.settle()
        phone.user.holdAndAnswer()
        try await phone.settle()
        app.logsChanges = false
        foreign.logsChanges = false
        _ = (app.take(), foreign.take())
        #expect(phone.user.swap().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Resume a", "didActivate"])
        #expect(
            foreign.take() == ["execute 1", "perform Hold b", "interrupted", "didDeactivate"])
        // Never two at once: one goes down before the other goes up.
        let sound = phone.timelineEntries.filter {
            [.audioActivated, .audioDeactivated].contains($0.step)
        }
        #expect(
            sound.map { "\($0.step.rawValue) \($0.bundle ?? "")" } == [
                "audio.activated \(SimulatedPhone.hotline)",
                "audio.deactivated \(SimulatedPhone.hotline)",
                "audio.activated \(other)", "audio.deactivated \(other)",
                "audio.activated \(SimulatedPhone.hotline)",
            ])
    }

    @Test(
        "B70: another app's call, ended by the user, gives the held call back",
        arguments: Link.allCases)
    func b70App(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let foreign = try await phone.run(other) { WitnessApp() }
        try await phone.connect("a", of: app)
        foreign.report("b")
        try await phone.settle()
        phone.user.holdAndAnswer()
        try await phone.settle()
        _ = (app.take(), foreign.take())
        app.name(foreign.uuid("b"), "b")
        phone.user.end()
        try await phone.settle()
        #expect(foreign.takePerformed() == ["End b"])
        #expect(
            app.take() == ["b 0011", "execute 1", "perform Resume a", "a 0010", "didActivate"])
    }

    @Test(
        "B71: the foreign call's other side ends it: the call stays held until its user resumes it",
        arguments: Link.allCases)
    func b71(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.holdForCellular("a", of: app) { phone.world.cellularHangsUp($0) }
        try await phone.advance(by: .seconds(60))
        #expect(app.take() == [])
        #expect(phone.states == [.held])
        #expect(phone.user.unhold().isDone)
        try await phone.settle()
        #expect(app.take() == ["execute 1", "perform Resume a", "a 0010", "didActivate"])
    }

    @Test(
        "B71: with resumesHeldCall off the call stays held even if its user ends the other",
        arguments: Link.allCases)
    func b71NoResume(link: Link) async throws {
        var rules = SystemRules()
        rules.resumesHeldCall = false
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        try await phone.holdForCellular("a", of: app) { phone.user.end($0) }
        #expect(app.take() == [])
        #expect(phone.states == [.held])
    }

    @Test(
        "B72: a request to un-hold is the way back to the sound; by hand there is none",
        arguments: Link.allCases)
    func b72(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try app.audio.setCategory(.playAndRecord, mode: .voiceChat)
        try await phone.holdForCellular("a", of: app) { _ in }
        #expect(code { try app.audio.setActive(true) } == lacksPriority)
        #expect(lacksPriority == 561_017_449)
        #expect(app.take() == [])
        #expect(phone.broken == [.audioActivatedByHand])
        let cellular = try #require(phone.calls.last?.id)
        phone.world.cellularHangsUp(cellular)
        try await phone.settle()
        app.logsChanges = false
        _ = app.take()
        app.request(CXSetHeldCallAction(call: app.uuid("a"), onHold: false))
        try await phone.settle()
        #expect(app.take() == ["requested nil", "execute 1", "perform Resume a", "didActivate"])
    }

    @Test(
        "B73: a call screen without CallKit is interrupted at once by a call of CallKit's",
        arguments: Link.allCases)
    func b73(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let plain = try await phone.run(other) { PlainSound() }
        let app = try await phone.run { WitnessApp() }
        try plain.audio.setCategory(.playAndRecord, mode: .voiceChat)
        try plain.audio.setActive(true)
        app.report("a")
        try await phone.settle()
        #expect(plain.events.withLock { $0 } == [])
        phone.user.answer()
        try await phone.settle()
        #expect(plain.events.withLock { $0 } == [AVAudioSession.InterruptionType.began.rawValue])
        phone.user.end()
        try await phone.settle()
        #expect(
            plain.events.withLock { $0 } == [
                AVAudioSession.InterruptionType.began.rawValue,
                AVAudioSession.InterruptionType.ended.rawValue,
            ])
    }

    @Test(
        "B74: a foreign call that is declined, or that its caller gives up, interrupts no call",
        arguments: Link.allCases)
    func b74(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        app.logsChanges = false
        let declined = phone.world.incomingCellularCall(from: "10086")
        try await phone.settle()
        #expect(phone.user.decline(declined).isDone)
        try await phone.settle()
        let ignored = phone.world.incomingCellularCall(from: "10086")
        try await phone.advance(by: .seconds(20))
        phone.world.cellularHangsUp(ignored)
        try await phone.settle()
        #expect(app.take() == [])
        #expect(phone.states == [.connected])
        #expect(!phone.steps.contains(.audioDeactivated))
    }

    @Test(
        "B75: one of two calls ends: the session goes down, and up for one that is resumed",
        arguments: Link.allCases)
    func b75(link: Link) async throws {
        for isResumed in [true, false] {
            var rules = SystemRules()
            rules.resumesHeldCall = isResumed
            let phone = SimulatedPhone(link: link, rules: rules)
            let app = try await phone.run { WitnessApp() }
            try await phone.connectTwo(of: app)
            app.logsChanges = false
            phone.user.end()
            try await phone.settle()
            #expect(
                app.take()
                    == ["execute 1", "perform End b"]
                    + (isResumed
                        ? ["execute 1", "perform Resume a", "didDeactivate", "didActivate"]
                        : ["didDeactivate"]))
            #expect(phone.states == [isResumed ? .connected : .held])
        }
    }

    @Test(
        "B76: while another app hosts a call, playback may be activated; what records may not",
        arguments: Link.allCases)
    func b76(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        let plain = try await phone.run(other) { PlainSound() }
        try await phone.connect("a", of: app)
        for category in [AVAudioSession.Category.record, .playAndRecord] {
            try plain.audio.setCategory(category)
            #expect(code { try plain.audio.setActive(true) } == lacksPriority)
        }
        try plain.audio.setCategory(.playback)
        #expect(code { try plain.audio.setActive(true) } == nil)
        phone.user.end()
        try await phone.settle()
        try plain.audio.setCategory(.playAndRecord)
        #expect(code { try plain.audio.setActive(true) } == nil)
    }

    private func code(_ body: () throws -> Void) -> Int? {
        do { try body() } catch { return (error as NSError).code }
        return nil
    }
}

/// An app with sound and no CallKit; the types of its interruptions.
final class PlainSound: @unchecked Sendable {
    // Sendable because the history is locked and the rest is constant.
    let audio = AVAudioSession.sharedInstance()
    let events = Locked<[UInt]>([])
    private var token: (any NSObjectProtocol)?

    init() {
        token = NotificationCenter.default.addObserver(
            forName: AVAudioSession.interruptionNotification, object: audio, queue: nil
        ) { [events] note in
            guard let type = note.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt else {
                return
            }
            events.withLock { $0.append(type) }
        }
    }

    deinit { token.map { NotificationCenter.default.removeObserver($0) } }
}

extension SimulatedPhone {
    /// Has a connected call held for a cellular call, and lets something happen to that; what was
    /// told meanwhile is dropped.
    fileprivate func holdForCellular(
        _ letter: String, of app: WitnessApp, then: (UUID) -> Void
    ) async throws {
        try await connect(letter, of: app)
        let cellular = world.incomingCellularCall(from: "10086")
        user.holdAndAnswer()
        try await settle()
        app.logsChanges = false
        _ = app.take()
        then(cellular)
        try await settle()
        app.logsChanges = true
    }
}
