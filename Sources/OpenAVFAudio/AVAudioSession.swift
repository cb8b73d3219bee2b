// SPDX-License-Identifier: Apache-2.0
@_exported public import Foundation
import CallModel
package import PhoneLink

/// An app's share of the device's audio: what sound it is for, and whether it is on.
///
/// During a call the phone switches it on and off; set the category and the mode while performing
/// the call's action, and start the sound in `provider(_:didActivate:)`.
///
/// Each phone of a process has one session; a process has one phone unless it tests.
open class AVAudioSession: NSObject, @unchecked Sendable {
    // Sendable because `settings` is locked and `session` is constant.
    private struct Settings {
        var category = Category.soloAmbient
        var mode = Mode.default
        var options: CategoryOptions = []
        var policy = RouteSharingPolicy.default
    }

    private let session: Weak
    private let settings = Locked(Settings())

    init(session: Weak) { self.session = session }

    /// The app's session.
    open class func sharedInstance() -> AVAudioSession { shared(of: .current) }

    /// The one of a given phone.
    package class func shared(of session: AppSession) -> AVAudioSession {
        session.attachment { AVAudioSession(session: Weak(session)) }
    }

    // MARK: Category and mode

    /// What the sound is for.
    ///
    /// ``Category/soloAmbient`` until it is set.
    open var category: AVAudioSession.Category { settings.withLock { $0.category } }

    /// What the last category was set with; another category starts from none.
    open var categoryOptions: AVAudioSession.CategoryOptions { settings.withLock { $0.options } }

    /// How the sound is used.
    ///
    /// ``Mode/default`` until it is set.
    open var mode: AVAudioSession.Mode { settings.withLock { $0.mode } }

    /// Where the sound may go.
    open var routeSharingPolicy: AVAudioSession.RouteSharingPolicy {
        settings.withLock { $0.policy }
    }

    /// Sets what the sound is for, without options.
    ///
    /// The mode stays.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain` with ``ErrorCode/badParam`` for a category
    ///   that does not exist.
    open func setCategory(_ category: AVAudioSession.Category) throws {
        try set(category: category, options: [])
    }

    /// Sets what the sound is for.
    ///
    /// The mode stays.
    ///
    /// - Throws: As ``setCategory(_:)``.
    open func setCategory(
        _ category: AVAudioSession.Category,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try set(category: category, options: options)
    }

    /// Sets what the sound is for and how it is used.
    ///
    /// - Throws: As ``setCategory(_:)``, also for a mode that does not exist.
    open func setCategory(
        _ category: AVAudioSession.Category,
        mode: AVAudioSession.Mode,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try set(category: category, mode: mode, options: options)
    }

    /// Sets what the sound is for, how it is used and where it may go.
    ///
    /// - Throws: As ``setCategory(_:)``, also for a mode that does not exist.
    open func setCategory(
        _ category: AVAudioSession.Category,
        mode: AVAudioSession.Mode,
        policy: AVAudioSession.RouteSharingPolicy,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try set(category: category, mode: mode, policy: policy, options: options)
    }

    /// Sets how the sound is used.
    ///
    /// Category and options stay.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain` with ``ErrorCode/badParam`` for a mode
    ///   that does not exist.
    open func setMode(_ mode: AVAudioSession.Mode) throws {
        guard Mode.all.contains(mode) else { throw ErrorCode.badParam.asError }
        settings.withLock { $0.mode = mode }
        tellPhone()
    }

    private func set(
        category: Category,
        mode: Mode? = nil,
        policy: RouteSharingPolicy = .default,
        options: CategoryOptions
    ) throws {
        guard Category.all.contains(category), mode.map(Mode.all.contains) ?? true else {
            throw ErrorCode.badParam.asError
        }
        settings.withLock {
            $0.category = category
            $0.mode = mode ?? $0.mode
            $0.policy = policy
            // Options are not sticky: each category comes with its own (B83).
            $0.options = options
        }
        tellPhone()
    }

    private func tellPhone() {
        let settings = settings.withLock { $0 }
        (session.object as? AppSession)?.setAudio(
            AudioSessionSettings(
                category: settings.category.rawValue,
                mode: settings.mode.rawValue,
                options: settings.options.rawValue
            )
        )
    }

    // MARK: Activation

    /// Switches the sound on or off, and waits for the answer (B76), at most two seconds.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`; its code is an ``ErrorCode``:
    ///   ``ErrorCode/insufficientPriority`` while another app hosts a call,
    ///   ``ErrorCode/mediaServicesFailed`` where no phone answers.
    open func setActive(
        _ active: Bool,
        options: AVAudioSession.SetActiveOptions = []
    ) throws {
        guard let session = session.object as? AppSession else {
            throw ErrorCode.mediaServicesFailed.asError
        }
        guard let error = session.setAudioActive(active) else { return }
        guard case .audioSession(let code) = error else { throw ErrorCode.unspecified.asError }
        throw (ErrorCode(rawValue: code.rawValue) ?? .unspecified).asError
    }
}
