// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing
import OCKTimeline

/// All that happened on a ``SimulatedPhone``, for people.
public struct PhoneTimeline: Sendable, CustomStringConvertible {
    let entries: [TimelineEntry]
    let breaches: [RuleBreach]
    let title: String

    /// When every phone is switched on.
    private static let start = VirtualTime().now().monotonic

    static func time(_ at: MonotonicTime) -> Duration { .nanoseconds((at - start).nanoseconds) }

    /// How many things happened.
    public var count: Int { entries.count }

    /// One line for each, in columns: when, who, what, and words.
    public var text: String {
        TimelineText.render(entries, since: Self.start, isColoured: false)
    }

    /// A sequence diagram in Mermaid's language.
    public var mermaid: String { MermaidDiagram.render(entries, since: Self.start, title: title) }

    /// One self-contained HTML page, with a lane each for app, phone, user and network.
    public var html: String {
        TimelinePage.html(entries, title: title, since: Self.start, breaches: breaches)
    }

    /// The text.
    public var description: String { text }
}

extension SimulatedPhone {
    /// All that happened so far.
    public var timeline: PhoneTimeline {
        shared.withLock {
            PhoneTimeline(entries: $0.timeline, breaches: $0.breaches, title: name)
        }
    }

    /// Attaches the timeline to the running test of Swift Testing, as text and as a page.
    ///
    /// - Parameter title: The heading of the page, and the names of the files; nil is the phone's
    ///   name.
    public func attachTimeline(_ title: String? = nil) {
        let timeline = PhoneTimeline(
            entries: timelineEntries, breaches: breaches, title: title ?? name)
        Attachment.record(timeline.text, named: "\(timeline.title).txt")
        Attachment.record(timeline.html, named: "\(timeline.title).html")
    }
}
