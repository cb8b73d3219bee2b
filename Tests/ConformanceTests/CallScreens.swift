// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

@Suite("The call screen and its app: B28–B32") struct CallScreens {
    @Test(
        "B28: on an unlocked phone answering brings the app to the front", arguments: Link.allCases)
    func b28Unlocked(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        #expect(phone.frontApp == nil)
        #expect(phone.user.answer().isDone)
        try await phone.settle()
        #expect(phone.frontApp?.bundle == SimulatedPhone.hotline)
        #expect(phone.hotline?.state == .foreground)
    }

    @Test(
        "B28: on a locked phone an audio call stays on the system's screen; its button unlocks",
        arguments: Link.allCases)
    func b28Locked(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp() }
        #expect(phone.user.lock().isDone)
        app.report("a")
        try await phone.settle()
        #expect(phone.user.answer().isDone)
        try await phone.settle()
        #expect(phone.frontApp == nil && phone.isLocked && phone.states == [.connected])
        #expect(phone.user.unlock().isDone)
        #expect(phone.frontApp == nil)
        phone.user.lock()
        #expect(!phone.user.openCallApp().isDone)
        #expect(phone.frontApp == nil)
        #expect(phone.user.unlock().isDone)
        #expect(phone.frontApp?.bundle == SimulatedPhone.hotline)
    }

    @Test(
        "B28: a video call that is answered on a locked phone lands in its app once unlocked",
        arguments: Link.allCases)
    func b28Video(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessApp { $0.supportsVideo = true } }
        phone.user.lock()
        let update = WitnessApp.update()
        update.hasVideo = true
        app.report("a", update)
        try await phone.settle()
        #expect(phone.user.answer().isDone)
        try await phone.settle()
        #expect(phone.frontApp == nil)
        #expect(phone.user.unlock().isDone)
        #expect(phone.frontApp?.bundle == SimulatedPhone.hotline)
    }

    @Test(
        "B29: from iOS 14 the person chooses banner or full screen; locked is always full",
        arguments: Link.allCases)
    func b29(link: Link) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(14))
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        #expect(phone.screen.style == .banner)
        phone.user.lock()
        #expect(phone.screen.style == .fullScreen)
        phone.user.unlock()
        #expect(phone.user.incomingCalls(.fullScreen).isDone)
        #expect(phone.screen.style == .fullScreen)
        #expect(phone.user.incomingCalls(.banner).isDone)
        #expect(phone.screen.style == .banner)
    }

    @Test("B29: before iOS 14 there are no banners", arguments: Link.allCases)
    func b29Old(link: Link) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(13))
        let app = try await phone.run { WitnessApp() }
        app.report("a")
        try await phone.settle()
        #expect(phone.screen.style == .fullScreen)
        #expect(!phone.user.incomingCalls(.banner).isDone)
        #expect(phone.screen.style == .fullScreen)
    }

    @Test(
        "B30: with iOS 26 the button into the app does nothing for a call without a handle",
        arguments: Link.allCases, [18, 26])
    func b30(link: Link, version: Int) async throws {
        let empty = CXHandle(type: .generic, value: "")
        for handle in [nil, empty, CXHandle(type: .generic, value: "caller")] {
            let phone = SimulatedPhone(link: link, rules: .iOS(version))
            let app = try await phone.run { WitnessApp() }
            app.report("a", WitnessApp.update(handle))
            try await phone.settle()
            phone.user.answer()
            try await phone.settle()
            #expect(phone.user.goHome().isDone)
            #expect(phone.frontApp == nil)
            let works = version < 26 || handle?.value == "caller"
            #expect(phone.user.openCallApp().isDone == works)
            #expect(phone.frontApp?.bundle == (works ? SimulatedPhone.hotline : nil))
        }
    }

    @Test(
        "B31: a dead app's calls end, by another rule stay; then it is started to hear of the End",
        arguments: Link.allCases, [SystemRules.CallsOfDeadApp.end, .stay])
    func b31(link: Link, callsOfDeadApp: SystemRules.CallsOfDeadApp) async throws {
        var rules = SystemRules()
        rules.callsOfDeadApp = callsOfDeadApp
        let phone = SimulatedPhone(link: link, rules: rules)
        let app = try await phone.run { WitnessApp() }
        try await phone.connect("a", of: app)
        let hotline = try #require(phone.hotline)
        phone.user.goHome()
        phone.world.kill(hotline)
        try await phone.settle()
        guard callsOfDeadApp == .stay else {
            #expect(phone.calls.isEmpty && phone.recents.map(\.outcome) == [.failed])
            #expect(!phone.user.end().isDone)
            try await phone.settle()
            #expect(hotline.launchCount == 1)
            return
        }
        #expect(phone.states == [.connected])
        #expect(phone.user.end().isDone)
        try await phone.settle()
        #expect(hotline.launchCount == 2 && hotline.state == .background)
        // The new process knows no call by that UUID.
        let next = try hotline.object(WitnessApp.self)
        #expect(next.take() == ["begin", "execute 1", "perform End ?", "? 0011"])
        #expect(phone.calls.isEmpty && phone.recents.map(\.outcome) == [.ended])
    }

    @Test(
        "B32: hasVideo changes the words on the screen, also while it rings",
        arguments: Link.allCases)
    func b32(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run(as: AppDescription(name: "Hotline")) {
            WitnessApp { $0.supportsVideo = true }
        }
        app.report("a")
        try await phone.settle()
        #expect(phone.screen.title == "Hotline Audio")
        #expect(phone.screen.ringing?.isVideo == false)
        let update = CXCallUpdate()
        update.hasVideo = true
        app.provider.reportCall(with: app.uuid("a"), updated: update)
        try await phone.settle()
        #expect(phone.screen.title == "Hotline Video")
        #expect(phone.screen.ringing?.isVideo == true)
        #expect(phone.screen.ringing?.callerName == "Tester")
        phone.user.decline()
        try await phone.settle()
        #expect(phone.screen.title == nil && phone.recents.map(\.isVideo) == [true])
    }
}
