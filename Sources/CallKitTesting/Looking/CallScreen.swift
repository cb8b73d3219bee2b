// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation

/// What the phone's screen shows of its calls.
public struct CallScreen: Hashable {
    /// How a ringing call is shown.
    public enum Style: Hashable, Sendable {
        /// A strip at the top, while the phone is in use.
        case banner
        /// The whole screen.
        case fullScreen
    }

    /// A button of the screen of a ringing call.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// Declines.
        case decline
        /// Answers.
        case accept
        /// Ends the call that is heard and answers.
        case endAndAccept
        /// Holds the call that is heard and answers.
        case holdAndAccept
        /// Ends the held call, holds the one that is heard, and answers.
        case endHeldAndAccept
    }

    /// The call that rings on the screen; of several the first (B27).
    public let ringing: PhoneCall?

    /// The buttons for it; none while nothing rings.
    public let choices: [Choice]

    /// How it is shown, nil while nothing rings.
    public let style: Style?

    /// The line below its name, such as "Hotline Audio", nil while nothing rings (B32).
    public let title: String?

    /// The call that is heard, or is being connected.
    public let current: PhoneCall?

    /// The calls on hold, in the order in which they began.
    public let held: [PhoneCall]

    /// Further calls that ring, behind the one that is shown.
    public let waiting: [PhoneCall]
}
