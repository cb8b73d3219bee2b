// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Why the sound is not as it should be, and what to do about it.
///
/// The numbers are `AVAudioSession.ErrorCode`'s, or others of the system's.
public enum CallAudioError: Error, Hashable, Sendable {
    /// The session refused its category and mode.
    case configuration(code: Int)
    /// Another app's call has the sound, or an alarm or Siri (B72, B76).
    case insufficientPriority
    /// The session could not be made active, for another reason.
    case activation(code: Int)
    /// The sound could not be sent to the loudspeaker, or back.
    case speaker(code: Int)
    /// An input that was to be preferred was refused, or is not there.
    case input(code: Int)
    /// The ``CallAudioEngine`` did not start; its error in words.
    case engine(String)
}

extension CallAudioError: LocalizedError {
    /// What happened, and what to do.
    public var errorDescription: String? {
        switch self {
        case .configuration(let code):
            "The audio session refused playAndRecord (code \(code)). Ask again when the call "
                + "is answered; a device without a microphone cannot call."
        case .insufficientPriority:
            "Another call, an alarm or Siri has the sound. Wait until it ends, then activate again."
        case .activation(let code):
            "The audio session could not be activated (code \(code)). Activate it again when the "
                + "person asks for it."
        case .speaker(let code):
            "The loudspeaker could not be chosen (code \(code)). Ask while a call is active."
        case .input(let code):
            "The input could not be chosen (code \(code)). Take one of those that are there now."
        case .engine(let words):
            "The audio engine did not start: \(words). It is tried again at the next activation."
        }
    }

    static func activation(_ error: any Error) -> CallAudioError {
        let code = (error as NSError).code
        return code == insufficientPriorityCode ? .insufficientPriority : .activation(code: code)
    }

    /// `AVAudioSession.ErrorCode.insufficientPriority`, as it comes in an `NSError`.
    static let insufficientPriorityCode = 561_017_449
}
