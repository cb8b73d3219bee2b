// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore

/// What the host's owner does to the phone itself, without a session: a phone for tests has its
/// person and its world in the same process.
extension PhoneHost {
    /// Does what a person does, and gives the phone's answer.
    ///
    /// Not to be called by a service while the host is calling it.
    package func act(_ action: UserAction) -> UserAnswer {
        lastTicket += 1
        let ticket = UserTicket(lastTicket)
        apply(.user(ticket, action))
        return directAnswers.removeValue(forKey: ticket)
            ?? .failed("the phone was asked from within one of its own steps")
    }

    /// Lets something happen outside.
    package func world(_ event: WorldEvent) { apply(.world(event)) }

    /// The token that the push service gave an app, nil while it has none.
    package func pushToken(of bundle: BundleID) -> Bytes? { phone.pushToken(of: bundle) }
}

/// What a test sees of its phone.
extension PhoneHost {
    /// The buttons of the screen of a ringing call; none for any other.
    package func answerChoices(for call: CallID) -> [AnswerChoice] {
        phone.answerChoices(for: call)
    }

    /// The call whose ringing the screen shows (B27).
    package var shownRinging: CallID? { phone.shownRinging }

    /// How a call that rings now is shown (B29).
    package var incomingCallStyle: IncomingCallStyle { phone.incomingCallStyle }

    /// What the call screen calls an app; nil for one that is not installed.
    package func shownName(of bundle: BundleID) -> String? { phone.shownName(of: bundle) }

    /// What the app lists in `supportedHandleTypes`, as its last provider said.
    package func handleKinds(of bundle: BundleID) -> [Handle.Kind] {
        phone.handleKinds(of: bundle)
    }

    /// Where an app stands, as its process was told last; nil while none has been welcomed.
    package func life(of bundle: BundleID) -> AppLife? { phone.life(of: bundle) }

    package var isLocked: Bool { phone.isLocked }

    /// The app that is in front, nil where none is.
    package var frontApp: BundleID? { phone.frontApp }

    /// What apps have been given to perform and have not completed, oldest first.
    package var openActions: [OpenAction] { phone.openActions }

    /// The call directory extensions, in the person's order.
    package var directorySummaries: [DirectorySummary] { phone.directorySummaries }

    /// What is known of a number in whatever form, but for what call directories say; nil where it
    /// is none.
    package func lookUp(_ text: String) -> NumberLookUp? { phone.lookUp(text) }

    /// How the sound stands.
    package var audioSnapshot: AudioSnapshot { phone.audioSnapshot }
}

/// How a test waits for apps that are processes of their own.
extension PhoneHost {
    /// Whether a process has said its hello, so that it can be spoken to.
    package func isOpen(_ session: SessionID) -> Bool {
        if case .open? = sessions[session]?.state { true } else { false }
    }

    /// Asks a process to say, through ``onSettled``, when its delegates have dealt with all that
    /// came before; it learns what time it is by it.
    package func settle(_ session: SessionID, _ number: Int) {
        let now = clock.now()
        let virtual = VirtualNow(monotonic: now.monotonic, wall: now.wall)
        send(AppNotice.settle(number, now: virtual), to: session)
    }
}
