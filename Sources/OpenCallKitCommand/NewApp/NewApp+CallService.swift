// SPDX-License-Identifier: Apache-2.0

/// The calls of a new app, and the delegate of its provider.
extension NewApp {
    static let callService = #"""
        import AVFAudio
        import CallKit
        import Foundation

        /// A call, as the app sees it.
        struct Call: Hashable, Sendable {
            enum State: Hashable, Sendable { case ringing, connecting, active, held }

            let handle: String
            let isOutgoing: Bool
            var state: State
            var isMuted = false
        }

        /// The app's calls, between the system's call screen, the server and the sound.
        @MainActor final class CallService: NSObject {
            /// The calls that ring or go on.
            var calls: [UUID: Call] = [:]
            /// Answers that wait until the other side can be heard.
            var answers: [UUID: CXAnswerCallAction] = [:]
            /// Whether sound is played and recorded.
            var isSoundRunning = false
            /// Why the system refused what was asked last.
            private(set) var refusal: (any Error)?

            let server: any CallServer
            private let controller = CXCallController()
            // One for the life of the app.
            private let provider: CXProvider

            init(server: any CallServer) {
                self.server = server
                let configuration = CXProviderConfiguration()
                // Without the kinds of its handles no call starts from Contacts or Recents.
                configuration.supportedHandleTypes = [.phoneNumber, .generic]
                configuration.maximumCallGroups = 2
                configuration.maximumCallsPerCallGroup = 1
                provider = CXProvider(configuration: configuration)
                super.init()
                provider.setDelegate(self, queue: nil)
                server.onEvent = { [weak self] in self?.server($1, about: $0) }
            }

            // MARK: Asked for by the app's own screens

            /// Calls somebody; nothing happens until the system asks to perform it.
            func start(_ handle: String) {
                let action = CXStartCallAction(call: UUID(), handle: cxHandle(handle))
                request(action)
            }

            func end(_ call: UUID) { request(CXEndCallAction(call: call)) }

            func setMuted(_ call: UUID, _ isMuted: Bool) {
                request(CXSetMutedCallAction(call: call, muted: isMuted))
            }

            private func request(_ action: CXAction) {
                controller.request(CXTransaction(action: action)) { error in
                    Task { @MainActor [weak self] in self?.refusal = error }
                }
            }

            // MARK: Told by pushes and the server

            /// Makes the phone ring; a push without a caller rings, and is over at once.
            func reportIncomingCall(_ id: UUID, from handle: String?, name: String?) {
                // A push may come twice: the second is reported under the same UUID, and refused.
                let isNew = calls[id] == nil
                if isNew {
                    calls[id] = Call(
                        handle: handle ?? "unknown", isOutgoing: false, state: .ringing)
                }
                let update = update(handle ?? "unknown")
                update.localizedCallerName = name
                provider.reportNewIncomingCall(with: id, update: update) { error in
                    // The delegate's queue is the main queue.
                    MainActor.assumeIsolated {
                        if error != nil, isNew {
                            // Nothing rings: blocked, Do Not Disturb, or as many calls as may be.
                            self.calls[id] = nil
                            self.server.send(.decline, about: id)
                        } else if error == nil, handle == nil {
                            self.over(id, .failed)
                        }
                    }
                }
            }

            private func server(_ event: CallEvent, about id: UUID) {
                guard let call = calls[id] else { return }
                switch event {
                case .ringing: provider.reportOutgoingCall(with: id, startedConnectingAt: nil)
                case .connected:
                    calls[id]?.state = .active
                    if call.isOutgoing {
                        provider.reportOutgoingCall(with: id, connectedAt: nil)
                    } else {
                        answers.removeValue(forKey: id)?.fulfill()
                    }
                case .ended:
                    over(id, call.state == .ringing ? .unanswered : .remoteEnded)
                case .answeredElsewhere: over(id, .answeredElsewhere)
                }
            }

            /// The call ended other than by an action.
            private func over(_ id: UUID, _ reason: CXCallEndedReason) {
                calls[id] = nil
                provider.reportCall(with: id, endedAt: nil, reason: reason)
                // An action is completed on every path.
                answers.removeValue(forKey: id)?.fail()
            }

            // MARK: What both need

            /// What the system shows of a call, and what its screen offers.
            func update(_ handle: String) -> CXCallUpdate {
                let update = CXCallUpdate()
                update.remoteHandle = cxHandle(handle)
                update.hasVideo = false
                update.supportsHolding = true
                update.supportsGrouping = false
                update.supportsUngrouping = false
                update.supportsDTMF = true
                return update
            }

            /// A number is what Contacts, the block list and call directories know callers by.
            private func cxHandle(_ handle: String) -> CXHandle {
                CXHandle(type: handle.hasPrefix("+") ? .phoneNumber : .generic, value: handle)
            }
        }

        """#

    static let providerDelegate = #"""
        import AVFAudio
        import CallKit

        extension CallService: @preconcurrency CXProviderDelegate {
            func providerDidReset(_ provider: CXProvider) {
                isSoundRunning = false
                answers = [:]
                for call in calls.keys { server.send(.hangUp, about: call) }
                calls = [:]
            }

            func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
                let id = action.callUUID
                configureAudio()
                calls[id] = Call(
                    handle: action.handle.value, isOutgoing: true, state: .connecting)
                provider.reportCall(with: id, updated: update(action.handle.value))
                action.fulfill()
                server.send(.invite(action.handle.value), about: id)
            }

            func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
                let id = action.callUUID
                guard calls[id] != nil else { return action.fail() }
                configureAudio()
                calls[id]?.state = .connecting
                // Fulfilled when the other side can be heard: until then it says "connecting".
                answers[id] = action
                server.send(.accept, about: id)
            }

            func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
                if let call = calls.removeValue(forKey: action.callUUID) {
                    let message = call.state == .ringing ? CallMessage.decline : .hangUp
                    server.send(message, about: action.callUUID)
                    answers.removeValue(forKey: action.callUUID)?.fail()
                }
                action.fulfill()
            }

            func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
                guard calls[action.callUUID] != nil else { return action.fail() }
                calls[action.callUUID]?.state = action.isOnHold ? .held : .active
                server.send(.hold(action.isOnHold), about: action.callUUID)
                action.fulfill()
            }

            func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
                guard calls[action.callUUID] != nil else { return action.fail() }
                // A real app's audio unit sends silence from here on.
                calls[action.callUUID]?.isMuted = action.isMuted
                action.fulfill()
            }

            func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
                guard calls[action.callUUID] != nil else { return action.fail() }
                server.send(.tones(action.digits), about: action.callUUID)
                action.fulfill()
            }

            func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {
                // It has failed already, and must not be completed any more.
                if let answer = action as? CXAnswerCallAction { answers[answer.callUUID] = nil }
            }

            // Sound starts and stops here and nowhere else: the session is the system's.

            func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {
                isSoundRunning = true
            }

            func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {
                isSoundRunning = false
            }

            /// Says what the sound is for; the system activates the session.
            private func configureAudio() {
                // With an error the call goes on, with the sound as it is.
                try? AVAudioSession.sharedInstance().setCategory(
                    .playAndRecord, mode: .voiceChat)
            }
        }

        """#
}
