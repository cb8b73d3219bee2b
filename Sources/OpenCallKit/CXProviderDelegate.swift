// SPDX-License-Identifier: Apache-2.0
import CallModel
public import Foundation
public import OpenAVFAudio

/// What a provider tells its app, on the queue that was set with the delegate.
///
/// All but ``providerDidReset(_:)`` may be left out; the system knows which `perform` methods are,
/// and the others count as methods that do nothing, or return false.
///
/// A method that only a subclass of the conforming class adds is not found: declare it in the
/// conforming class. Outside Objective-C there are no optional methods, so calls with `?` after the
/// name do not compile: leave the mark out.
public protocol CXProviderDelegate: NSObjectProtocol {
    /// All calls are gone: drop them and what belongs to them. No action needs an answer (B9).
    func providerDidReset(_ provider: CXProvider)

    /// The provider can send actions and take updates (B2).
    func providerDidBegin(_ provider: CXProvider)

    /// Sees each transaction first (B45).
    ///
    /// - Returns: True where the app will complete all of its actions by itself; false, and where
    ///   the method is left out, to have each performed in order.
    func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool

    /// Calls someone.
    func provider(_ provider: CXProvider, perform action: CXStartCallAction)

    /// Answers a call. Set the audio session's category here; start the sound in `didActivate`
    /// (B68).
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction)

    /// Ends or declines a call.
    func provider(_ provider: CXProvider, perform action: CXEndCallAction)

    /// Holds a call, or goes on with it.
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction)

    /// Mutes a call, or lets it be heard again (B94).
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction)

    /// Joins a call with others, or takes it out of its group (B86, B87).
    func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction)

    /// Sends tones (B97).
    func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction)

    /// Translates a call, or stops that (B98).
    func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction)

    /// An action was not completed in time and has been failed (B37): do not complete it.
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction)

    /// The audio session is on: start the sound.
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession)

    /// The audio session is off: the sound has stopped.
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession)
}

/// What a method that is left out does.
extension CXProviderDelegate {
    /// Nothing.
    public func providerDidBegin(_ provider: CXProvider) {}

    /// False: each action is performed.
    public func provider(_ provider: CXProvider, execute transaction: CXTransaction) -> Bool {
        false
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXStartCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXEndCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXSetGroupCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXPlayDTMFCallAction) {
        action.complete(.unimplemented)
    }

    /// Tells the system that the method is left out.
    public func provider(_ provider: CXProvider, perform action: CXSetTranslatingCallAction) {
        action.complete(.unimplemented)
    }

    /// Nothing.
    public func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) {}

    /// Nothing.
    public func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) {}

    /// Nothing.
    public func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) {}
}
