// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import CallModel
import Foundation
import PhoneCore
import Testing

/// How an app delegate hears whom the person wants to call.
@Suite("Calls from Recents and Contacts as activities: B112") struct StartCallActivities {
    private static var ann: CXHandle { CXHandle(type: .phoneNumber, value: "+492222222") }
    /// What follows when the app has asked for the call.
    private static let dialled = [
        "requested nil", "b 1000", "execute 1", "perform Start b", "didActivate",
    ]

    private static func words(_ outcome: UserOutcome) -> String {
        if case .refused(let words) = outcome { return words }
        return "done"
    }

    @Test(
        "B112: an app that runs is told on its way to the front, once, with the contact's name",
        arguments: Link.allCases)
    func b112Warm(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessDelegate() }
        let hotline = try #require(phone.hotline)
        phone.user.contacts(["Ann": [Self.ann]])
        _ = app.take()
        #expect(phone.user.call(contact: "Ann", with: hotline).isDone)
        try await phone.settle()
        #expect(
            app.take() == [
                "willEnterForeground background",
                "continue INStartCallIntent audio phoneNumber +492222222 Ann inactive",
                "didBecomeActive active",
            ] + Self.dialled)
        #expect(phone.calls.map(\.handle?.value) == ["+492222222"])
    }

    @Test(
        "B112: an app that is in front is told at once, and stays active", arguments: Link.allCases)
    func b112InFront(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessDelegate() }
        let hotline = try #require(phone.hotline)
        phone.user.openApp(hotline)
        try await phone.settle()
        _ = app.take()
        #expect(phone.user.call(Self.ann, with: hotline, isVideo: true).isDone)
        try await phone.settle()
        #expect(
            app.takeLife() == [
                "continue INStartCallIntent video phoneNumber +492222222 +492222222 active"
            ])
    }

    @Test(
        "B112: an app that does not run is launched for it, and told before it is active, once",
        arguments: Link.allCases)
    func b112Cold(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let first = try await phone.run { WitnessDelegate() }
        let hotline = try #require(phone.hotline)
        first.app?.report("a", WitnessApp.update(Self.ann))
        try await phone.settle()
        phone.user.decline()
        try await phone.settle()
        hotline.kill()
        phone.user.contacts(["Ann": [Self.ann]])
        #expect(phone.user.redial(try #require(phone.recents.first)).isDone)
        try await phone.settle()
        let app = try hotline.object(WitnessDelegate.self)
        #expect(app !== first && hotline.launchCount == 2)
        let events = app.take()
        #expect(
            events.filter { $0 != "begin" }
                == [
                    "launched for an activity inactive",
                    "continue INStartCallIntent audio phoneNumber +492222222 Ann inactive",
                    "didBecomeActive active",
                ] + Self.dialled)
        #expect(hotline.state == .foreground)
    }

    @Test(
        "B112: the activity has the handle's value, of each of the three kinds",
        arguments: Link.allCases)
    func b112Kinds(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run {
            WitnessDelegate { $0.supportedHandleTypes = [.generic, .phoneNumber, .emailAddress] }
        }
        let hotline = try #require(phone.hotline)
        phone.user.openApp(hotline)
        try await phone.settle()
        _ = app.take()
        for (type, words) in [
            (CXHandle.HandleType.generic, "unknown"), (.phoneNumber, "phoneNumber"),
            (.emailAddress, "emailAddress"),
        ] {
            phone.user.call(CXHandle(type: type, value: "+49 (30) x@y"), with: hotline)
            try await phone.settle()
            #expect(
                app.takeLife() == [
                    "continue INStartCallIntent audio \(words) +49 (30) x@y +49 (30) x@y active"
                ])
            phone.user.end()
            try await phone.settle()
        }
    }

    @Test(
        "B112: before iOS 13 there is an activity each for audio and for video",
        arguments: Link.allCases, [12, 13])
    func b112Older(link: Link, version: Int) async throws {
        let phone = SimulatedPhone(link: link, rules: .iOS(version))
        let app = try await phone.run { WitnessDelegate() }
        let hotline = try #require(phone.hotline)
        phone.user.openApp(hotline)
        try await phone.settle()
        _ = app.take()
        for (isVideo, older) in [
            (false, "INStartAudioCallIntent audio"), (true, "INStartVideoCallIntent video"),
        ] {
            phone.user.call(Self.ann, with: hotline, isVideo: isVideo)
            try await phone.settle()
            let newer = "INStartCallIntent \(isVideo ? "video" : "audio")"
            #expect(
                app.takeLife() == [
                    "continue \(version < 13 ? older : newer) phoneNumber +492222222 +492222222 "
                        + "active"
                ])
            phone.user.end()
            try await phone.settle()
        }
    }

    @Test(
        "B112: of a kind that supportedHandleTypes lacks no app is told, nor started; words say so",
        arguments: Link.allCases)
    func b112NotOffered(link: Link) async throws {
        let phone = SimulatedPhone(link: link)
        let app = try await phone.run { WitnessDelegate { $0.supportedHandleTypes = [] } }
        let hotline = try #require(phone.hotline)
        _ = app.take()
        for isRunning in [true, false] {
            if !isRunning { hotline.kill() }
            try await phone.settle()
            #expect(
                Self.words(phone.user.call(Self.ann, with: hotline))
                    .contains("add .phoneNumber to supportedHandleTypes of its CXProviderConf"))
            try await phone.settle()
            #expect(app.takeLife() == [] && phone.frontApp == nil)
        }
        #expect(hotline.launchCount == 1)
    }
}
