// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import OpenFoundation
package import PhoneLink

/// What an app is told by a notification.
enum AudioPost: Sendable {
    case event(AudioEvent)
    case outputMuted(Bool)
    case activated
    case deactivated(by: AVAudioSession.DeactivationSource)
}

extension AVAudioSession: AudioReceiver {
    /// Passes on what the phone says.
    package func receive(_ event: AudioEvent) {
        switch event {
        case .servicesReset: wishes.withLock { $0 = AudioWishes() }
        case .interrupted, .servicesLost: noteActivation(by: .system)
        default: break
        }
        post(.event(event))
    }

    /// Tells, in the form of iOS 27, whether the session is active, where that has changed.
    ///
    /// To be called where the phone has raised or lowered it for a call, before the delegate is.
    package func noteActivation(by source: DeactivationSource) {
        guard let session = link.object as? AppSession else { return }
        let isActive = session.isAudioActive
        let hasChanged = isToldActive.withLock { isToldActive in
            defer { isToldActive = isActive }
            return isToldActive != isActive
        }
        guard hasChanged else { return }
        post(isActive ? .activated : .deactivated(by: source))
    }

    /// Posts on the main queue, with the session bound for what an observer makes.
    func post(_ post: AudioPost) {
        guard let session = link.object as? AppSession else { return }
        session.deliver(on: .main) { [self] in
            if case .event(.inputMuted(let isMuted)) = post {
                AVAudioApplication.shared(of: session).postMuteChange(isMuted)
                return
            }
            let (name, userInfo) = content(of: post)
            NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
        }
    }

    private func content(of post: AudioPost) -> (NSNotification.Name, [AnyHashable: Any]?) {
        switch post {
        case .event(let event): content(of: event)
        case .outputMuted(let isMuted):
            (Self.outputMuteStateChangeNotification, [Self.muteStateKey: NSNumber(value: isMuted)])
        case .activated: (Self.didBecomeActiveNotification, nil)
        case .deactivated(let source):
            (
                Self.didBecomeInactiveNotification,
                [Self.deactivationContextKey: DeactivationContext(source: source)]
            )
        }
    }

    private func content(of event: AudioEvent) -> (NSNotification.Name, [AnyHashable: Any]?) {
        switch event {
        case .interrupted(.began(let reason)):
            (
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: number(InterruptionType.began.rawValue),
                    AVAudioSessionInterruptionReasonKey: number(reason),
                ]
            )
        case .interrupted(.ended(let shouldResume)):
            (
                Self.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: number(InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: number(
                        shouldResume ? InterruptionOptions.shouldResume.rawValue : 0
                    ),
                ]
            )
        case .routeChanged(_, let reason, let previous):
            (
                Self.routeChangeNotification,
                [
                    AVAudioSessionRouteChangeReasonKey: number(reason.rawValue),
                    AVAudioSessionRouteChangePreviousRouteKey: AVAudioSessionRouteDescription(
                        route: previous,
                        wishes: wishes
                    ),
                ]
            )
        case .inputsChanged: (Self.availableInputsChangeNotification, nil)
        case .servicesLost: (Self.mediaServicesWereLostNotification, nil)
        case .servicesReset: (Self.mediaServicesWereResetNotification, nil)
        case .otherAudioPlaying(let isPlaying):
            (
                Self.silenceSecondaryAudioHintNotification,
                [
                    AVAudioSessionSilenceSecondaryAudioHintTypeKey: number(
                        (isPlaying ? SilenceSecondaryAudioHintType.begin : .end).rawValue
                    )
                ]
            )
        case .inputMuted: preconditionFailure("posted by AVAudioApplication")
        }
    }

    private func number(_ value: UInt) -> NSNumber { NSNumber(value: value) }
}
