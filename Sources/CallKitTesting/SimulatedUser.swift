// SPDX-License-Identifier: Apache-2.0
import CallModel
public import Foundation
public import OpenCallKit
import PhoneCore
import PhoneHost

/// The person who holds a ``SimulatedPhone``.
///
/// Each method does one thing and returns at once; what follows from it has happened after
/// `settle()`. Where the phone does not offer it (no call rings, the
/// call cannot be held) the outcome says why, and the phone's timeline notes it; in a test whose
/// ``FailurePolicy`` is not `.nothing`, the next `settle()` also shows it as a warning. A method
/// without a call means the one that it can only be.
public struct SimulatedUser: Sendable {
    let phone: SimulatedPhone

    // MARK: Answering and ending

    /// Answers the ringing call: beside another one with Hold & Accept where that is offered, else
    /// with End & Accept.
    @discardableResult
    public func answer(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.answer(call?.identifier()))
    }

    /// Taps End & Accept: ends the call that is heard, then answers (B81).
    @discardableResult
    public func endAndAnswer(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.endAndAnswer(call?.identifier()))
    }

    /// Taps Hold & Accept: holds the call that is heard, then answers (B81).
    @discardableResult
    public func holdAndAnswer(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.holdAndAnswer(call?.identifier()))
    }

    /// Taps End Held & Accept: ends the held call, holds the one that is heard, then answers.
    @discardableResult
    public func endHeldAndAnswer(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.endHeldAndAnswer(call?.identifier()))
    }

    /// Declines the call that rings.
    @discardableResult
    public func decline(_ call: UUID? = nil) -> UserOutcome {
        guard let ringing = phone.ringing(call) else {
            return phone.refuse(call.map { "no call \($0) rings" } ?? "no call rings")
        }
        return phone.perform(.end(ringing))
    }

    /// Ends a call: the one that is heard, with its whole conference, else one that is on its way,
    /// else one that rings, else a held one.
    @discardableResult
    public func end(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.end(call?.identifier()))
    }

    // MARK: During calls

    /// Puts a call on hold.
    @discardableResult
    public func hold(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.setHeld(call?.identifier(), true))
    }

    /// Takes a call off hold.
    @discardableResult
    public func unhold(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.setHeld(call?.identifier(), false))
    }

    /// Holds the call that is heard and goes on with the held one (B84).
    @discardableResult
    public func swap() -> UserOutcome { phone.perform(.swap) }

    /// Makes one conference of the call that is heard and the held one (B86).
    @discardableResult
    public func merge() -> UserOutcome { phone.perform(.merge) }

    /// Takes a call out of its conference.
    @discardableResult
    public func split(_ call: UUID) -> UserOutcome { phone.perform(.split(call.identifier())) }

    /// Taps Mute on the call screen.
    @discardableResult
    public func mute(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.setMuted(call?.identifier(), true))
    }

    /// Taps Mute once more.
    @discardableResult
    public func unmute(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.setMuted(call?.identifier(), false))
    }

    /// Taps digits on the keypad, one action each (B97).
    @discardableResult
    public func keypad(_ digits: String, in call: UUID? = nil) -> UserOutcome {
        phone.perform(.keypad(call?.identifier(), digits))
    }

    /// Confirms the digits that wait behind a hard pause of the dialled text (B97).
    @discardableResult
    public func sendPausedDigits(in call: UUID? = nil) -> UserOutcome {
        phone.perform(.sendPausedDigits(call?.identifier()))
    }

    /// Switches live translation on or off (B98).
    ///
    /// Languages are BCP 47 tags.
    @discardableResult
    public func translate(
        _ isOn: Bool,
        from remoteLanguage: String = "en-US",
        to localLanguage: String = "de-DE",
        in call: UUID? = nil
    ) -> UserOutcome {
        let translation = CallAction.Translation(
            isOn: isOn, localLanguage: localLanguage, remoteLanguage: remoteLanguage)
        return phone.perform(.setTranslating(call?.identifier(), translation))
    }

    /// Taps the speaker button of the call screen (B80).
    @discardableResult
    public func speaker(_ isOn: Bool) -> UserOutcome { phone.perform(.setSpeaker(isOn)) }

    /// Presses the button of a headset (B93).
    @discardableResult
    public func headsetButton(_ press: HeadsetButtonPress = .short) -> UserOutcome {
        phone.perform(.headset(press == .short ? .short : .long))
    }

    /// Makes an accessory's mute gesture (B96).
    @discardableResult
    public func muteByGesture(_ isMuted: Bool) -> UserOutcome {
        phone.perform(.muteInput(isMuted))
    }

    /// Ends a call on another device of theirs; the app hears of it as the end of its own call.
    ///
    /// On an iPhone it is the app's server that tells the app; on this phone the call's End is
    /// performed as for any end that the system decides on (B21).
    @discardableResult
    public func endOnAnotherDevice(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.end(call?.identifier()))
    }

    // MARK: Apps

    /// Taps the app's icon: starts it, or brings it to the front.
    @discardableResult
    public func openApp(_ app: SimulatedApp) -> UserOutcome {
        phone.perform(.openApp(app.bundle), with: app)
    }

    /// Swipes the app away, which ends its process.
    ///
    /// An app delegate whose app is in front, or has calls or a push in hand, hears of it first, in
    /// `applicationWillTerminate`, and has 5 s of the phone's time.
    @discardableResult
    public func closeApp(_ app: SimulatedApp) -> UserOutcome {
        phone.perform(.closeApp(app.bundle), with: app)
    }

    /// Taps the app's button on the call screen (B28, B30).
    @discardableResult
    public func openCallApp(_ call: UUID? = nil) -> UserOutcome {
        phone.perform(.openCallApp(call?.identifier()))
    }

    /// Leaves the app that is in front.
    @discardableResult
    public func goHome() -> UserOutcome { phone.perform(.goHome) }

    // MARK: The phone's settings

    /// Locks the phone.
    @discardableResult
    public func lock() -> UserOutcome { phone.perform(.lock) }

    /// Unlocks the phone.
    @discardableResult
    public func unlock() -> UserOutcome { phone.perform(.unlock) }

    /// Switches Do Not Disturb on or off (B62, B63).
    ///
    /// - Parameters:
    ///   - mode: When calls are kept away.
    ///   - allowed: Who rings all the same.
    /// - Returns: Whether the phone took it.
    @discardableResult
    public func doNotDisturb(
        _ mode: DoNotDisturbMode,
        allowing allowed: [CXHandle] = []
    ) -> UserOutcome {
        let setting: DoNotDisturb.Mode =
            switch mode {
            case .off: .off
            case .on: .on
            case .whileLocked: .whileLocked
            }
        return phone.perform(
            .setDoNotDisturb(DoNotDisturb(setting, allowed: allowed.map { Handle($0) })))
    }

    /// Blocks somebody.
    @discardableResult
    public func block(_ handle: CXHandle) -> UserOutcome {
        phone.perform(.setBlocked(Handle(handle), true))
    }

    /// Lets somebody through again.
    @discardableResult
    public func unblock(_ handle: CXHandle) -> UserOutcome {
        phone.perform(.setBlocked(Handle(handle), false))
    }

    /// Locks or hides an app, which protects its calls, or undoes it.
    @discardableResult
    public func protect(_ app: SimulatedApp, _ isProtected: Bool = true) -> UserOutcome {
        phone.perform(.setProtected(app.bundle, isProtected), with: app)
    }

    /// Puts people in Contacts, in place of all that were there (B102).
    @discardableResult
    public func contacts(_ people: [String: [CXHandle]]) -> UserOutcome {
        let contacts = people.keys.sorted().map { name in
            Contact(name: name, handles: (people[name] ?? []).map { Handle($0) })
        }
        return phone.perform(.setContacts(contacts))
    }

    /// Chooses how calls are shown while the phone is in use (B29).
    @discardableResult
    public func incomingCalls(_ style: CallScreen.Style) -> UserOutcome {
        phone.perform(.setIncomingCallStyle(style == .banner ? .banner : .fullScreen))
    }
}

/// What came of something that a ``SimulatedUser`` did.
public enum UserOutcome: Hashable, Sendable {
    /// The phone did it, or began to.
    case done
    /// The phone does not offer it now; in its words.
    case refused(String)

    /// Whether the phone did it.
    public var isDone: Bool { self == .done }
}

/// How long the button of a headset is pressed.
public enum HeadsetButtonPress: Hashable, Sendable {
    /// Answers, else ends.
    case short
    /// Declines what rings.
    case long
}

/// When calls are kept away.
public enum DoNotDisturbMode: Hashable, Sendable {
    /// Never.
    case off
    /// Always.
    case on
    /// While the phone is locked.
    case whileLocked
}
