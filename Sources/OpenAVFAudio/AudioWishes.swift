// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneLink

/// What an app has set on its audio session.
///
/// All but the category, mode, options, preferred input and override stay in the app: they are
/// hints to hardware that is not there.
struct AudioWishes: Sendable {
    var category = AVAudioSession.Category.soloAmbient
    var mode = AVAudioSession.Mode.default
    var options: AVAudioSession.CategoryOptions = []
    var policy = AVAudioSession.RouteSharingPolicy.default

    var allowsHapticsWhileRecording = false
    var prefersNoInterruptionsFromAlerts = false
    var prefersInterruptionOnRouteDisconnect = true
    var prefersEchoCancelledInput = false
    var isOutputMuted = false

    /// Hertz; 0 is none.
    var sampleRate: Double = 0
    /// Seconds; 0 is none.
    var ioBufferDuration: TimeInterval = 0
    /// 0 is none.
    var inputChannels = 0
    /// 0 is none.
    var outputChannels = 0
    var inputGain: Float = 1
    var ioType = AVAudioSession.IOType.notSpecified

    /// The preferred input.
    var inputUID: String?
    /// The preferred data source of each port that has a preference, by the port's UID.
    var dataSources: [String: Int] = [:]
    /// The preferred polar pattern of each data source that has a preference.
    var polarPatterns: [Int: AVAudioSession.PolarPattern] = [:]

    var canMuteOutput: Bool { category != .playAndRecord || mode == .default }

    /// What of it the phone is told.
    var model: AudioSessionSettings {
        AudioSessionSettings(
            category: category.rawValue,
            mode: mode.rawValue,
            options: options.rawValue
        )
    }
}

extension AVAudioSession {
    /// What the phone has told last.
    var environment: AudioEnvironment {
        (link.object as? AppSession)?.audioEnvironment ?? AudioEnvironment()
    }

    var hardware: AudioHardware {
        AudioHardware(route: environment.route, wishes: wishes.withLock { $0 })
    }

    func phone() throws -> AppSession {
        guard let session = link.object as? AppSession else {
            throw ErrorCode.mediaServicesFailed.asError
        }
        return session
    }

    func require(_ isSound: Bool) throws {
        guard isSound else { throw ErrorCode.badParam.asError }
    }

    /// Throws what the phone has refused.
    func pass(_ error: RequestError?) throws {
        guard let error else { return }
        guard case .audioSession(let code) = error else { throw ErrorCode.unspecified.asError }
        throw (ErrorCode(rawValue: code.rawValue) ?? .unspecified).asError
    }

    func set(
        category: Category,
        mode: Mode? = nil,
        policy: RouteSharingPolicy = .default,
        options: CategoryOptions
    ) throws {
        try require(Category.all.contains(category))
        try require(mode.map(Mode.all.contains) ?? true)
        try require(policy != .independent && options.areValid(for: category))
        configure {
            $0.category = category
            $0.mode = mode ?? $0.mode
            $0.policy = policy
            // Options are not sticky: each category comes with its own (B83).
            $0.options = options.withImplied
        }
    }

    /// Changes the wishes, tells the phone, and the app where its output is silenced by it or not.
    func configure(tellsPhone: Bool = true, _ body: (inout AudioWishes) -> Void) {
        let (old, new) = wishes.withLock { wishes in
            let old = wishes
            body(&wishes)
            if !wishes.canMuteOutput { wishes.isOutputMuted = false }
            return (old, wishes)
        }
        if tellsPhone { (link.object as? AppSession)?.setAudio(new.model) }
        if old.isOutputMuted != new.isOutputMuted {
            post(.outputMuted(new.isOutputMuted))
        }
    }
}
