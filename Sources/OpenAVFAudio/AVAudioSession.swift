// SPDX-License-Identifier: Apache-2.0
@_exported public import OpenFoundation
import CallModel
package import PhoneLink

/// An app's share of the device's audio: what sound it is for, whether it is on, and where it goes.
///
/// During a call the phone switches it on and off; set the category and the mode while performing
/// the call's action, and start the sound in `provider(_:didActivate:)` (B68). Where sound goes,
/// and who is interrupted, is the phone's decision alone: it is told in notifications. What an app
/// prefers is a hint; the property of the same name without `preferred` tells what became of it.
///
/// Each phone of a process has one session; a process has one phone unless it tests.
///
/// ## Notifications
///
/// They are posted to `NotificationCenter.default` on the main queue, with the session as their
/// object. A process whose tests have several phones shares that centre: an observer of
/// `object: nil` hears the sessions of all phones, one of `object: AVAudioSession.sharedInstance()`
/// only its own.
open class AVAudioSession: NSObject {
    let link: Weak
    let wishes = Locked(AudioWishes())
    private let isListening = Locked(false)
    /// Whether the app was told last that the session is active.
    let isToldActive = Locked(false)

    /// Makes another one for the app's phone, for subclasses; an app uses ``sharedInstance()``.
    public override init() { link = Weak(AppSession.current) }

    init(session: AppSession) { link = Weak(session) }

    /// The app's session.
    open class func sharedInstance() -> AVAudioSession { shared(of: .current) }

    /// The one of a given phone, which hears of that phone's audio from the first time on.
    package class func shared(of session: AppSession) -> AVAudioSession {
        let audio = session.attachment { AVAudioSession(session: session) }
        audio.listen(to: session)
        return audio
    }

    private func listen(to session: AppSession) {
        let isFirst = isListening.withLock { isListening in
            defer { isListening = true }
            return !isListening
        }
        guard isFirst else { return }
        session.use(.main, for: self)
        session.listenToAudio(self)
    }

    // MARK: Category and mode

    /// The categories that there are.
    open var availableCategories: [AVAudioSession.Category] { Category.all }

    /// The modes that there are.
    open var availableModes: [AVAudioSession.Mode] { Mode.all }

    /// What the sound is for.
    ///
    /// ``Category/soloAmbient`` until it is set.
    open var category: AVAudioSession.Category { wishes.withLock { $0.category } }

    /// What the last category was set with; another category starts from none (B83).
    open var categoryOptions: AVAudioSession.CategoryOptions { wishes.withLock { $0.options } }

    /// How the sound is used.
    ///
    /// ``Mode/default`` until it is set.
    open var mode: AVAudioSession.Mode { wishes.withLock { $0.mode } }

    /// Where the sound may go.
    open var routeSharingPolicy: AVAudioSession.RouteSharingPolicy { wishes.withLock { $0.policy } }

    /// Sets what the sound is for, without options.
    ///
    /// The mode stays. During a call it undoes an override of the output (B79, B80).
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
    /// - Throws: As ``setCategory(_:)``, also for options that the category does not have: see
    ///   ``CategoryOptions``.
    open func setCategory(
        _ category: AVAudioSession.Category,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try set(category: category, options: options)
    }

    /// Sets what the sound is for and how it is used.
    ///
    /// - Throws: As ``setCategory(_:options:)``, also for a mode that does not exist.
    open func setCategory(
        _ category: AVAudioSession.Category,
        mode: AVAudioSession.Mode,
        options: AVAudioSession.CategoryOptions = []
    ) throws {
        try set(category: category, mode: mode, options: options)
    }

    /// Sets what the sound is for, how it is used and where it may go.
    ///
    /// - Throws: As ``setCategory(_:mode:options:)``, also for ``RouteSharingPolicy/independent``,
    ///   which is the system's.
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
        configure { $0.mode = mode }
    }

    /// Whether system sounds and haptics go on while the microphone is used: a hint.
    open func setAllowHapticsAndSystemSoundsDuringRecording(_ inValue: Bool) throws {
        wishes.withLock { $0.allowsHapticsWhileRecording = inValue }
    }

    /// What was set with ``setAllowHapticsAndSystemSoundsDuringRecording(_:)``; false at first.
    open var allowHapticsAndSystemSoundsDuringRecording: Bool {
        wishes.withLock { $0.allowsHapticsWhileRecording }
    }

    /// Whether a ringing call is not to interrupt: a hint.
    open func setPrefersNoInterruptionsFromSystemAlerts(_ inValue: Bool) throws {
        wishes.withLock { $0.prefersNoInterruptionsFromAlerts = inValue }
    }

    /// What was set with ``setPrefersNoInterruptionsFromSystemAlerts(_:)``; false at first.
    open var prefersNoInterruptionsFromSystemAlerts: Bool {
        wishes.withLock { $0.prefersNoInterruptionsFromAlerts }
    }

    // MARK: Activation

    /// Switches the sound on or off, and waits for the answer (B76), at most five seconds.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`; its code is an ``ErrorCode``:
    ///   ``ErrorCode/insufficientPriority`` while another app hosts a call (B72),
    ///   ``ErrorCode/isBusy`` where sound still ran: it is off all the same, and from iOS 26 on
    ///   nothing is thrown (B77); ``ErrorCode/mediaServicesFailed`` where no phone answers.
    open func setActive(
        _ active: Bool,
        options: AVAudioSession.SetActiveOptions = []
    ) throws {
        let error = try phone().setAudioActive(active)
        noteActivation(by: .app)
        try pass(error)
    }

    // MARK: The microphone

    /// Whether the person lets the app record; `AVAudioApplication.recordPermission` from iOS 17.
    open var recordPermission: AVAudioSession.RecordPermission {
        guard let session = link.object as? AppSession else { return .undetermined }
        let permission = AVAudioApplication.shared(of: session).recordPermission
        return RecordPermission(rawValue: UInt(permission.rawValue)) ?? .undetermined
    }

    /// Asks the person; ``AVAudioApplication/requestRecordPermission(completionHandler:)`` from
    /// iOS 17.
    ///
    /// - Parameter response: Called once, on the main queue. There is no dialog: see
    ///   ``AVAudioApplication``.
    open func requestRecordPermission(_ response: @escaping (Bool) -> Void) {
        guard let session = link.object as? AppSession else { return response(false) }
        let response = Transfer(response)
        AVAudioApplication.shared(of: session).ask { response.value($0) }
    }

    // MARK: Routes

    /// Sends the sound to the loudspeaker until the route changes, or where it belongs (B79).
    ///
    /// Waits for the answer, at most five seconds.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`, ``ErrorCode/badParam`` where the category
    ///   is not ``Category/playAndRecord``, ``ErrorCode/mediaServicesFailed`` without a phone.
    open func overrideOutputAudioPort(_ portOverride: AVAudioSession.PortOverride) throws {
        try pass(phone().overridePort(toSpeaker: portOverride == .speaker))
    }

    /// Prefers an input; nil leaves it to the system.
    ///
    /// Waits for the answer, at most five seconds.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`: ``ErrorCode/badParam`` for one that is
    ///   not among ``availableInputs``, ``ErrorCode/mediaServicesFailed`` without a phone.
    open func setPreferredInput(_ inPort: AVAudioSessionPortDescription?) throws {
        let uid = inPort?.uid
        if let uid, availableInputs?.contains(where: { $0.uid == uid }) != true {
            throw ErrorCode.badParam.asError
        }
        try pass(phone().setPreferredInput(uid))
        wishes.withLock { $0.inputUID = uid }
    }

    /// What was set with ``setPreferredInput(_:)``, while it is there.
    open var preferredInput: AVAudioSessionPortDescription? {
        let uid = wishes.withLock { $0.inputUID }
        let port = environment.inputs.first { $0.uid == uid }
        return port.map { AVAudioSessionPortDescription(port: $0, wishes: wishes) }
    }

    /// The inputs that may be preferred; nil in a category without input.
    open var availableInputs: [AVAudioSessionPortDescription]? {
        guard category.hasInput else { return nil }
        return environment.inputs.map { AVAudioSessionPortDescription(port: $0, wishes: wishes) }
    }

    /// Where sound comes from and goes to now.
    open var currentRoute: AVAudioSessionRouteDescription {
        AVAudioSessionRouteDescription(route: environment.route, wishes: wishes)
    }

    /// Whether input and output run in step: a hint.
    open func setAggregatedIOPreference(_ inIOType: AVAudioSession.IOType) throws {
        wishes.withLock { $0.ioType = inIOType }
    }

    /// Whether the loss of a device is to interrupt: a hint.
    open func setPrefersInterruptionOnRouteDisconnect(_ inValue: Bool) throws {
        wishes.withLock { $0.prefersInterruptionOnRouteDisconnect = inValue }
    }

    /// What was set with ``setPrefersInterruptionOnRouteDisconnect(_:)``; true at first.
    open var prefersInterruptionOnRouteDisconnect: Bool {
        wishes.withLock { $0.prefersInterruptionOnRouteDisconnect }
    }

    /// Whether the microphone is to be freed of the loudspeaker's echo: a hint.
    open func setPrefersEchoCancelledInput(_ value: Bool) throws {
        wishes.withLock { $0.prefersEchoCancelledInput = value }
    }

    /// What was set with ``setPrefersEchoCancelledInput(_:)``; false at first.
    open var prefersEchoCancelledInput: Bool { wishes.withLock { $0.prefersEchoCancelledInput } }

    /// Whether the microphone is freed of echo now.
    open var isEchoCancelledInputEnabled: Bool {
        prefersEchoCancelledInput && isEchoCancelledInputAvailable
    }

    /// Whether it could be: with ``Category/playAndRecord``, ``Mode/default`` and the built-in
    /// microphone and loudspeaker.
    open var isEchoCancelledInputAvailable: Bool { hardware.isEchoCancelledInputAvailable }

    /// Silences the app's output, or lets it be heard again, and tells it with
    /// ``outputMuteStateChangeNotification``.
    ///
    /// - Throws: An `NSError` of `NSOSStatusErrorDomain`: ``ErrorCode/incompatibleCategory`` for
    ///   ``Category/playAndRecord`` in another mode than ``Mode/default``; setting such a mode also
    ///   ends the silence.
    open func setOutputMuted(_ muted: Bool) throws {
        guard wishes.withLock({ $0.canMuteOutput }) else {
            throw ErrorCode.incompatibleCategory.asError
        }
        configure(tellsPhone: false) { $0.isOutputMuted = muted }
    }

    /// Whether the app's output is silenced.
    open var isOutputMuted: Bool { wishes.withLock { $0.isOutputMuted } }

    // MARK: Hardware

    /// Prefers a sample rate in hertz, 8,000 to 192,000, or 0 for none.
    ///
    /// - Throws: ``ErrorCode/badParam`` for any other number.
    open func setPreferredSampleRate(_ sampleRate: Double) throws {
        try require(sampleRate == 0 || (8_000...192_000).contains(sampleRate))
        wishes.withLock { $0.sampleRate = sampleRate }
    }

    /// What was set with ``setPreferredSampleRate(_:)``; 0 at first.
    open var preferredSampleRate: Double { wishes.withLock { $0.sampleRate } }

    /// Hertz: 48,000, or 44,100 where that is preferred; 16,000 over hands-free Bluetooth, or
    /// 8,000.
    open var sampleRate: Double { hardware.sampleRate }

    /// Prefers a length of a buffer in seconds, or 0 for none.
    ///
    /// - Throws: ``ErrorCode/badParam`` for a negative or infinite one.
    open func setPreferredIOBufferDuration(_ duration: TimeInterval) throws {
        try require(duration.isFinite && duration >= 0)
        wishes.withLock { $0.ioBufferDuration = duration }
    }

    /// What was set with ``setPreferredIOBufferDuration(_:)``; 0 at first.
    open var preferredIOBufferDuration: TimeInterval { wishes.withLock { $0.ioBufferDuration } }

    /// Seconds: what is preferred, but 0.005 to 0.1; 0.023 where nothing is.
    open var ioBufferDuration: TimeInterval { hardware.ioBufferDuration }

    /// Prefers a number of input channels.
    ///
    /// - Throws: ``ErrorCode/badParam`` below 1 and above ``maximumInputNumberOfChannels``.
    open func setPreferredInputNumberOfChannels(_ count: Int) throws {
        try require(count >= 1 && count <= maximumInputNumberOfChannels)
        wishes.withLock { $0.inputChannels = count }
    }

    /// What was set with ``setPreferredInputNumberOfChannels(_:)``; 0 at first.
    open var preferredInputNumberOfChannels: Int { wishes.withLock { $0.inputChannels } }

    /// The channels of the input now; 0 without one.
    open var inputNumberOfChannels: Int { hardware.inputChannels }

    /// The most that the input has.
    open var maximumInputNumberOfChannels: Int { hardware.inputChannelsMax }

    /// Prefers a number of output channels.
    ///
    /// - Throws: ``ErrorCode/badParam`` below 1 and above ``maximumOutputNumberOfChannels``.
    open func setPreferredOutputNumberOfChannels(_ count: Int) throws {
        try require(count >= 1 && count <= maximumOutputNumberOfChannels)
        wishes.withLock { $0.outputChannels = count }
    }

    /// What was set with ``setPreferredOutputNumberOfChannels(_:)``; 0 at first.
    open var preferredOutputNumberOfChannels: Int { wishes.withLock { $0.outputChannels } }

    /// The channels of the output now; 0 without one.
    open var outputNumberOfChannels: Int { hardware.outputChannels }

    /// The most that the output has.
    open var maximumOutputNumberOfChannels: Int { hardware.outputChannelsMax }

    /// Sets how loud the microphone is, 0 to 1.
    ///
    /// - Throws: ``ErrorCode/badParam`` outside of that, ``ErrorCode/resourceNotAvailable`` where
    ///   ``isInputGainSettable`` is false.
    open func setInputGain(_ gain: Float) throws {
        try require((0...1).contains(gain))
        guard isInputGainSettable else { throw ErrorCode.resourceNotAvailable.asError }
        wishes.withLock { $0.inputGain = gain }
    }

    /// How loud the microphone is, 0 to 1; 1 at first.
    open var inputGain: Float { wishes.withLock { $0.inputGain } }

    /// Whether there is an input whose loudness can be set; not over Bluetooth.
    open var isInputGainSettable: Bool { hardware.isInputGainSettable }

    /// Whether the device has any input.
    open var isInputAvailable: Bool {
        guard let session = link.object as? AppSession else { return false }
        return !session.state.audio.environment.inputs.isEmpty
    }

    /// Seconds from the microphone to the app; 0 without an input.
    open var inputLatency: TimeInterval { hardware.inputLatency }

    /// Seconds from the app to the ear; 0 without an output.
    open var outputLatency: TimeInterval { hardware.outputLatency }

    /// The microphones of the present input; nil where it has no choice.
    open var inputDataSources: [AVAudioSessionDataSourceDescription]? {
        currentRoute.inputs.first?.dataSources
    }

    /// The microphone that is in use.
    open var inputDataSource: AVAudioSessionDataSourceDescription? {
        currentRoute.inputs.first?.selectedDataSource
    }

    /// Chooses a microphone of the present input; nil leaves it to the system.
    ///
    /// - Throws: ``ErrorCode/badParam`` for one that is not among ``inputDataSources``.
    open func setInputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        guard let port = currentRoute.inputs.first else {
            return try require(dataSource == nil)
        }
        try port.setPreferredDataSource(dataSource)
    }

    /// Nil: no output of this device has a choice.
    open var outputDataSources: [AVAudioSessionDataSourceDescription]? { nil }

    /// Nil: no output of this device has a choice.
    open var outputDataSource: AVAudioSessionDataSourceDescription? { nil }

    /// Chooses none.
    ///
    /// - Throws: ``ErrorCode/badParam`` for any: there is no choice.
    open func setOutputDataSource(_ dataSource: AVAudioSessionDataSourceDescription?) throws {
        try require(dataSource == nil)
    }

    // MARK: Observing

    /// Whether another app's sound is heard.
    open var isOtherAudioPlaying: Bool { environment.isOtherAudioPlaying }

    /// Whether sound that may be missed should be left out, since another app's is heard.
    open var secondaryAudioShouldBeSilencedHint: Bool { environment.isOtherAudioPlaying }

    /// How loud the device is, 0 to 1: always 0.5, since nothing here is heard.
    ///
    /// Key-value observing does not exist without Objective-C.
    open var outputVolume: Float { 0.5 }

    /// How spoken prompts should be: ``PromptStyle/short`` while the session's sound is on for a
    /// call or a recording, ``PromptStyle/normal`` else.
    open var promptStyle: AVAudioSession.PromptStyle {
        let isActive = (link.object as? AppSession)?.isAudioActive ?? false
        return isActive && category.hasInput ? .short : .normal
    }
}
