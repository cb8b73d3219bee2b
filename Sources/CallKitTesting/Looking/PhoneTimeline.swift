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

/// Pages that a run leaves behind: ``TimelineFolder``.
extension SimulatedPhone {
    /// Leaves the timeline as a page in the folder that the environment variable
    /// `OPENCALLKIT_TIMELINES` names; without one it does nothing.
    ///
    /// A phone of the `.phone` trait does so by itself where its test fails, and any phone does
    /// when it is closed after a failure that it knows of: a rule that was broken, a misuse. With
    /// `OPENCALLKIT_TIMELINES_OF=all` every phone does that is closed. Call it for the rest: in
    /// XCTest, in `tearDown`, where `testRun?.hasSucceeded` is false.
    ///
    /// - Parameter title: What the page and its file are called; nil is the test, or the phone.
    public func saveTimeline(_ title: String? = nil) {
        guard let folder = timelineFolder else { return }
        let timeline = PhoneTimeline(
            entries: timelineEntries, breaches: breaches,
            title: title ?? test.map { $0.displayName ?? $0.name } ?? name)
        folder.leave(timeline.html, named: title ?? test.map(\.pageName) ?? name)
    }

    /// What is left of a phone that is closed; once.
    func leaveTimeline() {
        let isDue = shared.withLock { shared in
            guard let folder = shared.timelineFolder, !shared.hasLeftTimeline else { return false }
            shared.hasLeftTimeline = shared.hasFailed || folder.scope == .all
            return shared.hasLeftTimeline
        }
        if isDue { saveTimeline() }
    }

    /// Where this phone leaves its pages; that of the run to begin with.
    package var timelineFolder: TimelineFolder? {
        get { shared.withLock { $0.timelineFolder } }
        set { shared.withLock { $0.timelineFolder = newValue } }
    }
}

extension Test {
    /// The test's file and function: the same in every run.
    fileprivate var pageName: String {
        let file = sourceLocation.fileName
        let stem = file.hasSuffix(".swift") ? String(file.dropLast(6)) : file
        return "\(stem).\(name.prefix { $0 != "(" })"
    }
}
