// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Intents
import Testing
import UIKit

@testable import VoIPKit

@Suite("Calls that begin in Recents and Contacts", .phone(.iOS(18), failing: .violations))
struct RedialTests {
    private let phone = SimulatedPhone.current
    private let ann = CXHandle(type: .phoneNumber, value: "+491234567")

    /// An app with a delegate, which has its manager made when it has launched.
    final class AppDelegate: UIResponder, UIApplicationDelegate {
        private(set) var service: TestService?
        private(set) var manager: CallManager?
        /// What each activity came to.
        private(set) var answers: [Bool] = []
        private(set) var failures: [CallError] = []
        /// How often each activity is told of.
        var timesTold = 1
        private let phone: SimulatedPhone
        private let supportsVideo: Bool

        init(_ phone: SimulatedPhone, supportsVideo: Bool = true) {
            self.phone = phone
            self.supportsVideo = supportsVideo
            super.init()
        }

        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
            let clock = PhoneClock(phone)
            let service = TestService(clock: clock)
            var configuration = CallConfiguration.test
            configuration.supportsVideo = supportsVideo
            self.service = service
            manager = CallManager(
                configuration: configuration, service: service, store: MemoryCallStore(),
                clock: clock)
            return true
        }

        func application(
            _ application: UIApplication, continue userActivity: NSUserActivity,
            restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
        ) -> Bool {
            for _ in 0..<timesTold {
                let isRedial = manager?.redial(userActivity) { [weak self] in
                    self?.failures.append($0)
                }
                answers.append(isRedial ?? false)
            }
            return answers.last ?? false
        }
    }

    private func launch(supportsVideo: Bool = true) async throws -> SimulatedApp {
        let phone = phone
        let app = phone.launch("com.example.hotline") {
            AppDelegate(phone, supportsVideo: supportsVideo)
        }
        phone.user.contacts(["Ann": [ann]])
        try await phone.settle()
        return app
    }

    private func calls(_ app: SimulatedApp) async throws -> [Call] {
        try await app.run(with: AppDelegate.self) { $0.manager?.calls ?? [] }
    }

    @Test("a contact is called by the app that runs")
    func warm() async throws {
        let app = try await launch()
        #expect(phone.user.call(contact: "Ann", with: app).isDone)
        try await phone.settle()
        let call = try #require(try await calls(app).first)
        #expect(call.handle == CallHandle(.phoneNumber, "+491234567"))
        #expect(call.name == "Ann")
        #expect(call.direction == .outgoing && !call.hasVideo)
        #expect(phone.calls.first?.handle == ann)
    }

    @Test("a contact is called by an app that did not run, before the system knows it (B12)")
    func cold() async throws {
        let app = try await launch()
        app.kill()
        #expect(phone.user.call(contact: "Ann", with: app).isDone)
        try await phone.settle()
        #expect(try await calls(app).map(\.handle?.value) == ["+491234567"])
        let failures = try await app.run(with: AppDelegate.self) { $0.failures }
        #expect(failures.isEmpty)
        #expect(app.launchCount == 2)
    }

    @Test("a row of Recents calls its number again")
    func recents() async throws {
        let app = try await launch()
        phone.user.call(contact: "Ann", with: app)
        try await phone.settle()
        phone.user.end()
        try await phone.settle()
        // More than a moment later, as it takes a person.
        try await phone.advance(by: .seconds(3))
        #expect(phone.user.redial(try #require(phone.recents.first)).isDone)
        try await phone.settle()
        #expect(try await calls(app).map(\.handle?.value) == ["+491234567"])
        #expect(phone.recents.count == 2)
    }

    @Test("a video call is one, where the app has video", arguments: [true, false])
    func video(_ supportsVideo: Bool) async throws {
        let app = try await launch(supportsVideo: supportsVideo)
        phone.user.call(contact: "Ann", with: app, isVideo: true)
        try await phone.settle()
        #expect(try await calls(app).map(\.hasVideo) == [supportsVideo])
    }

    @Test("an activity that arrives twice starts one call")
    func twice() async throws {
        let app = try await launch()
        try await app.run(with: AppDelegate.self) { $0.timesTold = 2 }
        phone.user.call(contact: "Ann", with: app)
        try await phone.settle()
        #expect(try await calls(app).count == 1)
        #expect(try await app.run(with: AppDelegate.self) { $0.answers } == [true, true])
    }

    @Test("whoever redials is told why there is no call")
    func failing() async throws {
        let app = try await launch()
        try await app.run(with: AppDelegate.self) { $0.service?.behaviours[.start] = .fails }
        phone.user.call(contact: "Ann", with: app)
        try await phone.settle()
        let failures = try await app.run(with: AppDelegate.self) { $0.failures }
        #expect(failures == [.service("the service refused")])
        #expect(try await calls(app).isEmpty)
    }

    @Test("the app's own activities are for somebody else")
    func other() async throws {
        let app = try await launch()
        let isRedial = try await app.run(with: AppDelegate.self) {
            $0.manager?.redial(NSUserActivity(activityType: "com.example.reading"))
        }
        #expect(isRedial == false)
    }
}

@Suite("What is read of an intent to call")
struct StartCallRequestTests {
    private func person(
        _ value: String?, _ type: INPersonHandleType = .phoneNumber, name: String? = nil,
        aliases: [INPersonHandle]? = nil
    ) -> INPerson {
        INPerson(
            personHandle: INPersonHandle(value: value, type: type), nameComponents: nil,
            displayName: name, image: nil, contactIdentifier: nil, customIdentifier: nil,
            aliases: aliases, suggestionType: .none)
    }

    private func intent(
        _ contacts: [INPerson]?, _ capability: INCallCapability = .audioCall,
        callBack: INCallRecord? = nil
    ) -> INStartCallIntent {
        INStartCallIntent(
            callRecordFilter: nil, callRecordToCallBack: callBack, audioRoute: .unknown,
            destinationType: .normal, contacts: contacts, callCapability: capability)
    }

    @Test(
        "each kind of handle is what it is",
        arguments: [
            (INPersonHandleType.phoneNumber, CallHandle.Kind.phoneNumber),
            (.emailAddress, .emailAddress), (.unknown, .generic),
        ])
    func kinds(_ type: INPersonHandleType, _ kind: CallHandle.Kind) {
        let request = StartCallRequest(intent([person("ann", type)]), isVideo: false)
        #expect(request?.handle == CallHandle(kind, "ann"))
        // The handle stands for the name where there is none.
        #expect(request?.name == nil)
    }

    @Test("the older intents say the same")
    func older() {
        let ann = person("+49", name: "Ann")
        let audio = StartCallRequest(INStartAudioCallIntent(contacts: [ann]), isVideo: false)
        #expect(audio?.name == "Ann" && audio?.hasVideo == false)
        let video = StartCallRequest(INStartVideoCallIntent(contacts: [ann]), isVideo: false)
        #expect(video?.handle == audio?.handle && video?.hasVideo == true)
        #expect(StartCallRequest(intent([ann], .videoCall), isVideo: false)?.hasVideo == true)
    }

    @Test("nobody who can be reached is no request")
    func nobody() {
        #expect(StartCallRequest(intent(nil), isVideo: false) == nil)
        #expect(StartCallRequest(intent([]), isVideo: false) == nil)
        #expect(StartCallRequest(intent([person(nil)]), isVideo: false) == nil)
        #expect(StartCallRequest(intent([person("")]), isVideo: false) == nil)
        #expect(StartCallRequest(INIntent(), isVideo: false) == nil)
    }

    @Test("a person without a handle is reached by another of theirs")
    func aliases() {
        let other = INPersonHandle(value: "ann@example.com", type: .emailAddress)
        let request = StartCallRequest(intent([person(nil, aliases: [other])]), isVideo: false)
        #expect(request?.handle == CallHandle(.emailAddress, "ann@example.com"))
    }

    @Test("of several people the first is called, and without any, who called before")
    func several() {
        let bob = person("+1", name: "Bob")
        let request = StartCallRequest(intent([bob, person("+2")]), isVideo: false)
        #expect(request?.handle.value == "+1")
        let record = INCallRecord(
            identifier: "1", dateCreated: nil, caller: bob, callRecordType: .missed,
            callCapability: .audioCall, callDuration: nil, unseen: nil, numberOfCalls: nil)
        let back = StartCallRequest(intent(nil, callBack: record), isVideo: false)
        #expect(back?.name == "Bob")
    }

    @Test("the same within a moment is one, later it is another")
    func memory() throws {
        let request = try #require(StartCallRequest(intent([person("+1")]), isVideo: false))
        let other = try #require(StartCallRequest(intent([person("+2")]), isVideo: false))
        var memory = RedialMemory()
        let now = Date(timeIntervalSince1970: 1000)
        // The last: a clock that was set back makes nobody wait.
        let steps = [
            (request, 0, true), (request, 0.9, false), (other, 0.9, true), (request, 0.9, true),
            (request, 1.9, true), (request, -100, true),
        ]
        for (asked, seconds, isNew) in steps {
            let answer = memory.isNew(asked, at: now + seconds)
            #expect(answer == isNew, "\(asked.handle.value) after \(seconds) s")
        }
    }
}
