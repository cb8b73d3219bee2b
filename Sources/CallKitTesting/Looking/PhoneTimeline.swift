// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Timeline

/// All that happened on a ``SimulatedPhone``, oldest first.
public struct PhoneTimeline: Sendable, CustomStringConvertible {
    let entries: [TimelineEntry]

    /// When the phone was switched on.
    static let start = VirtualTime().now().monotonic

    static func time(_ at: MonotonicTime) -> Duration {
        .nanoseconds((at - start).nanoseconds)
    }

    /// One line an entry, in columns: the time in milliseconds, who, what, and words.
    public var text: String {
        entries.map { TimelineLine($0, since: Self.start).text() }.joined(separator: "\n")
    }

    /// The text.
    public var description: String { text }
}

extension SimulatedPhone {
    /// All that happened so far.
    public var timeline: PhoneTimeline { PhoneTimeline(entries: timelineEntries) }
}
