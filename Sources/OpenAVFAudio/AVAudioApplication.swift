// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation
package import PhoneLink

/// An app as one that records: whether it may, and whether its microphone is muted.
///
/// There is no dialog and no message for the permission: a person grants it, from the start, unless
/// a test decides otherwise with `decideRecordPermission(_:answer:)`. Each phone of a process has
/// one application; a process has one phone unless it tests.
open class AVAudioApplication: NSObject {
    private struct Consent {
        var permission = AVAudioApplication.recordPermission.granted
        /// What the person will say when asked.
        var answer = true
    }

    private let link: Weak
    private let consent = Locked(Consent())

    /// Makes another one for the app's phone, for subclasses; an app uses ``shared``.
    public override init() { link = Weak(AppSession.current) }

    init(session: AppSession) { link = Weak(session) }

    /// The app's one.
    open class var shared: AVAudioApplication { shared(of: .current) }

    /// The one of a given phone.
    package class func shared(of session: AppSession) -> AVAudioApplication {
        session.attachment { AVAudioApplication(session: session) }
    }

    // MARK: Permission

    /// Whether an app may record.
    ///
    /// The name begins with a small letter, as Apple's does.
    public enum recordPermission: Int, Sendable {
        /// The person has not been asked.
        case undetermined = 1_970_168_948
        /// The person has said no: ask to change it in Settings.
        case denied = 1_684_369_017
        /// The person has said yes.
        case granted = 1_735_552_628
    }

    /// Whether the person lets the app record.
    open var recordPermission: AVAudioApplication.recordPermission {
        consent.withLock { $0.permission }
    }

    /// Asks the person, who is asked only once.
    ///
    /// - Parameter response: Called once, on the main queue, with whether the app may record.
    open class func requestRecordPermission(
        completionHandler response: @escaping @Sendable (Bool) -> Void
    ) {
        shared.ask(response)
    }

    /// Asks the person, who is asked only once, and waits; whether the app may record.
    open class func requestRecordPermission() async -> Bool {
        await withCheckedContinuation { continuation in
            shared.ask { continuation.resume(returning: $0) }
        }
    }

    /// Decides for the person of a test.
    ///
    /// - Parameters:
    ///   - permission: What holds from now on.
    ///   - answer: What is said when the app asks, which it may while the permission is
    ///     undetermined.
    package func decideRecordPermission(
        _ permission: AVAudioApplication.recordPermission,
        answer: Bool = true
    ) {
        consent.withLock { $0 = Consent(permission: permission, answer: answer) }
    }

    func ask(_ response: @escaping @Sendable (Bool) -> Void) {
        let isGranted = consent.withLock { consent in
            if consent.permission == .undetermined {
                consent.permission = consent.answer ? .granted : .denied
            }
            return consent.permission == .granted
        }
        guard let session = link.object as? AppSession else { return response(isGranted) }
        session.complete(on: .main) { response(isGranted) }
    }

    // MARK: Muting

    /// Mutes the app's microphone, or ends that; the phone shows it (B96).
    ///
    /// It is applied at once while the app records, else when its session becomes active. It mutes
    /// no call: ask for that with a `CXSetMutedCallAction`.
    open func setInputMuted(_ muted: Bool) throws {
        guard let session = link.object as? AppSession else {
            throw AVAudioSession.ErrorCode.mediaServicesFailed.asError
        }
        session.setInputMuted(muted)
    }

    /// Whether the app's microphone is muted.
    open var isInputMuted: Bool {
        (link.object as? AppSession)?.audioEnvironment.isInputMuted ?? false
    }

    /// The microphone was muted or unmuted, by an accessory's gesture first (B96).
    ///
    /// The object is the ``AVAudioApplication``; the user info has ``muteStateKey``. Posted on the
    /// main queue, while a session that records is active.
    public static let inputMuteStateChangeNotification = NSNotification.Name(
        "AVAudioApplicationInputMuteStateChangeNotification"
    )

    /// Where ``inputMuteStateChangeNotification`` has an `NSNumber`: true is muted.
    public static let muteStateKey = "AVAudioApplicationMuteStateKey"

    func postMuteChange(_ isMuted: Bool) {
        NotificationCenter.default.post(
            name: Self.inputMuteStateChangeNotification,
            object: self,
            userInfo: [Self.muteStateKey: NSNumber(value: isMuted)]
        )
    }
}
