// SPDX-License-Identifier: Apache-2.0
import CallModel

/// How many characters wide the columns of a timeline's text are.
///
/// What is longer takes its room: its line's words start later.
package struct TimelineColumns: Hashable, Sendable {
    package var time: Int
    package var who: Int
    package var step: Int

    package init(time: Int, who: Int, step: Int) {
        self.time = time
        self.who = who
        self.step = step
    }

    /// For lines that are printed as they come: wide enough for each step of a push's way.
    package static let live = Self(
        time: 10,
        who: TimelineParty.allCases.map(\.rawValue.count).max() ?? 0,
        step: StepOrder.steps.map(\.rawValue.count).max() ?? 0
    )
}
