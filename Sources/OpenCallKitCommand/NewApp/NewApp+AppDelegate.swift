// SPDX-License-Identifier: Apache-2.0

/// The app delegate of a new app, and its push service.
extension NewApp {
    static let appDelegate = #"""
        import Foundation
        import Intents
        import UIKit

        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
            let server = LoopbackServer()
            private(set) lazy var calls = CallService(server: server)
            private lazy var pushes = PushService(calls: calls, server: server)

            func application(
                _ application: UIApplication,
                didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
            ) -> Bool {
                // At every launch: the system may have started the app for a push.
                pushes.start()
                return true
            }

            /// A tap in Contacts or Recents.
            func application(
                _ application: UIApplication,
                continue userActivity: NSUserActivity,
                restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
            ) -> Bool {
                let intent = userActivity.interaction?.intent as? INStartCallIntent
                guard let handle = intent?.contacts?.first?.personHandle?.value else {
                    return false
                }
                calls.start(handle)
                return true
            }
        }

        """#

    static let pushService = #"""
        import Foundation
        import PushKit

        /// Takes the pushes that tell of calls.
        @MainActor final class PushService: NSObject {
            private let registry = PKPushRegistry(queue: .main)
            private let calls: CallService
            private let server: any CallServer

            init(calls: CallService, server: any CallServer) {
                self.calls = calls
                self.server = server
            }

            /// Registers for VoIP pushes.
            func start() {
                registry.delegate = self
                registry.desiredPushTypes = [.voIP]
            }
        }

        extension PushService: @preconcurrency PKPushRegistryDelegate {
            func pushRegistry(
                _ registry: PKPushRegistry,
                didUpdate pushCredentials: PKPushCredentials,
                for type: PKPushType
            ) {
                server.upload(token: pushCredentials.token)
            }

            func pushRegistry(
                _ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType
            ) {
                server.upload(token: nil)
            }

            func pushRegistry(
                _ registry: PKPushRegistry,
                didReceiveIncomingPushWith payload: PKPushPayload,
                for type: PKPushType,
                completion: @escaping () -> Void
            ) {
                // A call must be reported before this method returns, whatever the push says: the
                // system ends an app that takes a push and reports none.
                let fields = payload.dictionaryPayload
                let call = (fields["call"] as? String).flatMap { UUID(uuidString: $0) }
                calls.reportIncomingCall(
                    call ?? UUID(), from: fields["handle"] as? String,
                    name: fields["name"] as? String)
                completion()
            }
        }

        """#

    static let callServer = #"""
        import Foundation

        /// The line to the app's own server.
        @MainActor protocol CallServer: AnyObject {
            /// What the server says of a call.
            var onEvent: ((UUID, CallEvent) -> Void)? { get set }
            /// Where the server's pushes reach this phone; nil where they no longer do.
            func upload(token: Data?)
            /// Sends a message, or keeps it until there is a network.
            func send(_ message: CallMessage, about call: UUID)
        }

        /// What the app tells its server.
        enum CallMessage: Hashable, Sendable {
            case invite(String)
            case accept
            case decline
            case hangUp
            case hold(Bool)
            case tones(String)
        }

        /// What the server tells the app.
        enum CallEvent: Hashable, Sendable {
            /// The other side's phone rings.
            case ringing
            /// Both sides can hear each other.
            case connected
            /// The other side does not want to, is gone, or gave up before anybody answered.
            case ended
            /// Another device of this user took the call.
            case answeredElsewhere
        }

        /// A server that says yes to everything, for trying the app alone.
        final class LoopbackServer: CallServer {
            var onEvent: ((UUID, CallEvent) -> Void)?
            /// As a push service writes it: the bytes in hexadecimal.
            private(set) var token: String?

            func upload(token: Data?) {
                self.token = token?.map { String(format: "%02x", $0) }.joined()
            }

            func send(_ message: CallMessage, about call: UUID) {
                switch message {
                case .invite:
                    onEvent?(call, .ringing)
                    onEvent?(call, .connected)
                case .accept: onEvent?(call, .connected)
                case .decline, .hangUp, .hold, .tones: break
                }
            }
        }

        """#
}
