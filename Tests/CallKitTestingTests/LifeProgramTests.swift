// SPDX-License-Identifier: Apache-2.0
import CallKit
import CallKitTesting
import Foundation
import Testing

@Suite("Programs with an app delegate") struct LifeProgramTests {
    private let bundle = "com.example.life"
    private let program = AppExecutable.built("LifeApp")

    @Test("A push starts one in the background; answered, it is in front", .phone())
    func push() async throws {
        let phone = SimulatedPhone.current
        let app = phone.install(bundle, executable: program)
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Pushed to the back")
        phone.user.answer()
        try await phone.settle()
        #expect(phone.calls.map(\.isConnected) == [true] && app.state == .foreground)
        phone.push(to: app)
        try await phone.settle()
        #expect(phone.screen.ringing?.callerName == "Pushed to the front")
        #expect(phone.violations.isEmpty)
    }

    @Test("It is told whom to call, cold and warm, once", .phone())
    func startCall() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(bundle, executable: program)
        try await phone.settle()
        app.kill()
        for number in ["+492222222", "+493333333"] {
            let handle = CXHandle(type: .phoneNumber, value: number)
            #expect(phone.user.call(handle, with: app, isVideo: true).isDone)
            try await phone.settle()
            #expect(phone.calls.map(\.handle) == [handle])
            #expect(phone.calls.map(\.isVideo) == [true])
            phone.user.end()
            try await phone.settle()
            #expect(phone.calls.isEmpty)
        }
        #expect(app.launchCount == 2)
    }

    @Test("One that is killed is launched anew by a tap on its icon", .phone())
    func killed() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(bundle, executable: program)
        try await phone.settle()
        #expect(app.state == .background)
        app.kill()
        try await phone.settle()
        phone.user.openApp(app)
        try await phone.settle()
        #expect(app.state == .foreground && app.launchCount == 2)
    }

    @Test("One that blocks while it launches is told of, in words", .phone())
    func blocks() async throws {
        let phone = SimulatedPhone.current
        let app = try phone.launch(bundle, executable: program, arguments: ["blocks"])
        phone.patience = .seconds(2)
        let error = await #expect(throws: PhoneError.self) { try await phone.settle() }
        #expect(error?.description.contains("its main thread is blocked") == true)
        app.kill()
        phone.patience = .seconds(30)
        try await phone.settle()
    }
}
