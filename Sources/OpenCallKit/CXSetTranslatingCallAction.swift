// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel
import OpenFoundation

/// To translate a call as it is spoken, or to stop that (B98).
///
/// It comes only to providers whose configuration says `supportsAudioTranslation`. The type is of
/// iOS 26.
open class CXSetTranslatingCallAction: CXCallAction {
    private let translation: CallAction.Translation

    /// Makes an action for a call.
    ///
    /// A language of more than 1,024 bytes fails the request that the action is used in.
    ///
    /// - Parameters:
    ///   - uuid: The call.
    ///   - isTranslating: Whether to translate, or to stop.
    ///   - localLanguage: What is spoken here.
    ///   - remoteLanguage: What the other party speaks.
    public init(
        call uuid: UUID,
        isTranslating: Bool,
        localLanguage: String,
        remoteLanguage: String
    ) {
        translation = CallAction.Translation(
            isOn: isTranslating,
            localLanguage: localLanguage,
            remoteLanguage: remoteLanguage
        )
        super.init(call: uuid)
    }

    /// Whether to translate, or to stop.
    open var isTranslating: Bool { translation.isOn }

    /// The language that is spoken here.
    open var localLanguage: String { translation.localLanguage }

    /// The language that the other party speaks.
    open var remoteLanguage: String { translation.remoteLanguage }

    /// Reports that it was done, and who translates.
    ///
    /// Of no effect on an action that is complete or that no provider was given (B40).
    open func fulfill(using translationEngine: CXTranslationEngine) {
        let engine = TranslationEngine(rawValue: translationEngine.rawValue) ?? .default
        complete(.fulfilledTranslating(engine))
    }

    override var kind: CallAction.Kind? { .setTranslating(translation) }

    /// An action of the same identity for the same call.
    open override func copy(with zone: NSZone? = nil) -> Any {
        copyState(
            to: CXSetTranslatingCallAction(
                call: callUUID,
                isTranslating: isTranslating,
                localLanguage: localLanguage,
                remoteLanguage: remoteLanguage
            )
        )
    }

    /// Writes the action; the keys are this project's, for Apple's are not known.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(isTranslating, forKey: "isTranslating")
        coder.encode(localLanguage as NSString, forKey: "localLanguage")
        coder.encode(remoteLanguage as NSString, forKey: "remoteLanguage")
    }

    /// Reads an action; nil where the archive holds none.
    public required init?(coder aDecoder: NSCoder) {
        let local = aDecoder.archive.text("localLanguage")
        let remote = aDecoder.archive.text("remoteLanguage")
        guard let local, let remote else { return nil }
        translation = CallAction.Translation(
            isOn: aDecoder.decodeBool(forKey: "isTranslating"),
            localLanguage: local,
            remoteLanguage: remote
        )
        super.init(coder: aDecoder)
    }
}
