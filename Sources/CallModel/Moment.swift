// SPDX-License-Identifier: Apache-2.0

/// A reading of the monotonic clock, in nanoseconds since an arbitrary start that all processes of
/// a machine share.
@usableFromInline
package struct MonotonicTime: Hashable, Sendable, Comparable, Codable {
    @usableFromInline package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    @usableFromInline
    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    @usableFromInline
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    @inlinable
    package static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Saturates at both ends: a deadline from hostile input must not trap.
    package static func + (time: Self, interval: Interval) -> Self {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return Self(nanoseconds: overflow ? (interval.nanoseconds > 0 ? .max : .min) : sum)
    }

    package static func - (a: Self, b: Self) -> Interval {
        let (difference, overflow) = a.nanoseconds.subtractingReportingOverflow(b.nanoseconds)
        return Interval(nanoseconds: overflow ? (a.nanoseconds > 0 ? .max : .min) : difference)
    }
}

/// A length of time in nanoseconds; a plain integer inside, so that it can be a message.
package struct Interval: Hashable, Sendable, Comparable, Codable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static func seconds(_ count: Int64) -> Self { Self(nanoseconds: count * 1_000_000_000) }
    package static func milliseconds(_ count: Int64) -> Self {
        Self(nanoseconds: count * 1_000_000)
    }

    package static func < (a: Self, b: Self) -> Bool { a.nanoseconds < b.nanoseconds }

    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}

/// A wall-clock time, in milliseconds since 1970-01-01 00:00 UTC.
///
/// Records use it; no deadline does.
package struct WallTime: Hashable, Sendable, Comparable, Codable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    package static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

    /// Saturates at both ends, and drops what is less than a millisecond.
    package static func + (time: Self, interval: Interval) -> Self {
        let step = interval.nanoseconds / 1_000_000
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(step)
        return Self(milliseconds: overflow ? (step > 0 ? .max : .min) : sum)
    }

    /// Saturates at both ends.
    package func interval(since other: Self) -> Interval {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
        guard !overflow else { return Interval(nanoseconds: milliseconds > 0 ? .max : .min) }
        let (whole, isTooMuch) = difference.multipliedReportingOverflow(by: 1_000_000)
        return Interval(nanoseconds: isTooMuch ? (difference > 0 ? .max : .min) : whole)
    }
}

/// Now, as the driver of a core tells it: the monotonic time that deadlines use and the wall-clock
/// time that records use.
///
/// A wall clock that jumps moves no deadline.
package struct Moment: Hashable, Sendable {
    package var monotonic: MonotonicTime
    package var wall: WallTime

    package init(monotonic: MonotonicTime, wall: WallTime) {
        self.monotonic = monotonic
        self.wall = wall
    }
}
