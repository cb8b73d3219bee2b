// SPDX-License-Identifier: Apache-2.0

/// The tests of a new app.
extension NewApp {
    var callTests: String {
        #"""
        import CallKitTesting
        import Foundation
        import Testing

        @testable import \#(name)

        @Suite("Calls", .phone(failing: .violationsAndAdvice)) struct CallTests {
            private let phone = SimulatedPhone.current
            private let app: SimulatedApp

            init() {
                app = SimulatedPhone.current.launch(
                    "\#(bundle)", as: AppDescription(name: "\#(name)")
                ) { AppDelegate() }
            }


        """# + Self.callTestsBody
    }

    private static let callTestsBody = #"""
            /// A push comes for a call.
            private func ring() async throws {
                phone.push(to: app, ["handle": "+4930123456", "name": "Tester"])
                try await phone.settle()
            }

            /// Looks into the app.
            private func look<Result: Sendable>(
                _ body: @MainActor @Sendable (AppDelegate) -> Result
            ) async throws -> Result {
                try await app.run(with: AppDelegate.self, body)
            }

            @Test("The server has the push token once the app has started")
            func token() async throws {
                try await phone.settle()
                #expect(try await look { $0.server.token?.isEmpty == false })
            }

            @Test("A push rings, the answered call connects and has sound, and ends")
            func incoming() async throws {
                try await ring()
                #expect(phone.screen.ringing?.callerName == "Tester")
                phone.user.answer()
                try await phone.advance(by: .seconds(3))
                #expect(phone.calls.map(\.isConnected) == [true])
                #expect(try await look { $0.calls.isSoundRunning })
                phone.user.end()
                try await phone.settle()
                #expect(phone.recents.map(\.outcome) == [.ended])
                #expect(try await look { $0.calls.calls.isEmpty })
            }

            @Test("A push starts the app, which rings")
            func coldPush() async throws {
                app.kill()
                try await phone.settle()
                try await ring()
                #expect(app.launchCount == 2)
                #expect(phone.screen.ringing?.callerName == "Tester")
                phone.user.decline()
                try await phone.settle()
                #expect(phone.recents.map(\.outcome) == [.declined])
            }

            @Test("The caller gives up, and it is a missed call")
            func missed() async throws {
                try await ring()
                try await look { app in
                    for call in app.calls.calls.keys { app.server.onEvent?(call, .ended) }
                }
                try await phone.settle()
                #expect(phone.calls.isEmpty)
                #expect(phone.recents.map(\.outcome) == [.unanswered])
            }

            @Test("A push that says nothing is reported all the same, and is over at once")
            func emptyPush() async throws {
                phone.push(to: app, [:])
                try await phone.settle()
                #expect(phone.calls.isEmpty && app.isRunning)
            }

            @Test("Recents calls back, and the call connects", arguments: [true, false])
            func redial(isRunning: Bool) async throws {
                try await ring()
                phone.user.decline()
                try await phone.settle()
                if !isRunning {
                    app.kill()
                    try await phone.settle()
                }
                phone.user.redial(try #require(phone.recents.first))
                try await phone.settle()
                let call = try #require(phone.calls.first)
                #expect(call.isOutgoing && call.isConnected && call.handle?.value == "+4930123456")
                phone.user.end()
                try await phone.settle()
                #expect(phone.recents.count == 2)
            }

            @Test("A call that is held, muted and typed into goes on")
            func inCall() async throws {
                try await look { $0.calls.start("+4930123456") }
                try await phone.settle()
                phone.user.mute()
                phone.user.keypad("12#")
                phone.user.hold()
                try await phone.settle()
                #expect(try await look { $0.calls.calls.values.map(\.state) } == [.held])
                phone.user.end()
                try await phone.settle()
                #expect(phone.calls.isEmpty)
            }
        }

        """#
}
