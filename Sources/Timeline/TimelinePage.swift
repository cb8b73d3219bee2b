// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// A timeline as a page for a person to look at.
package enum TimelinePage {
    /// One HTML page that needs nothing else: no network, no font, no file.
    ///
    /// Time goes down. Each party and app that occurs has a lane, and what one does to another is
    /// an arrow between theirs. Bars show how long calls live and when they are held. A broken rule
    /// has a red card (amber for advice) with what was due and what to do. Buttons and the keys
    /// 1 to 9 show one call alone, and the B key goes from broken rule to broken rule; without
    /// scripts all is still there. Of more than ``rowLimit`` rows the beginning, the end and broken
    /// rules stay.
    ///
    /// - Parameters:
    ///   - entries: In any order; of one moment, the first is the earlier.
    ///   - title: The page's heading.
    ///   - start: What the times are counted from.
    ///   - breaches: What the entries' steps `rule.broken` stand for; one of which no entry tells
    ///     has a row as well.
    /// - Returns: The page, in which nothing from outside is markup.
    package static func html(
        _ entries: [TimelineEntry],
        title: String,
        since start: MonotonicTime,
        breaches: [RuleBreach]
    ) -> String {
        let page = PageContent(
            rows: PageRow.rows(entries, breaches), start: start,
            title: title.shown(limit: 200).htmlEscaped)
        return page.html
    }

    /// So many rows are shown at most.
    package static let rowLimit = 4000
}
