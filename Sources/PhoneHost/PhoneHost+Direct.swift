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

/// What its screen shows.
extension PhoneHost {
    /// The buttons of the screen of a ringing call; none for any other.
    package func answerChoices(for call: CallID) -> [AnswerChoice] {
        phone.calls.contains { $0.id == call && $0.state == .ringing } ? [.decline, .accept] : []
    }

    /// Whether a call that rings now is shown as a banner, not in full.
    package var showsBanner: Bool { false }
}
