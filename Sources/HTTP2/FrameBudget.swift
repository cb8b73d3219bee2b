// SPDX-License-Identifier: Apache-2.0

/// Counts the frames of a client that ask for nothing: pings, settings, data that is empty or may
/// be padding alone, priorities; or the streams that are reset.
///
/// Frames of unknown types are not among them: nghttp2 passes over them without a word.
///
/// A bucket that runs empty in a flood, and is filled by time and by real requests.
struct FrameBudget {
    private let burstCount: Int
    private let perSecond: Int
    private var left: Int
    private var filledAt: Int64

    /// What each request gives back: a client may update a window or two for its answer.
    private static let perRequest = 4

    init(burstCount: Int, perSecond: Int, at now: Int64) {
        self.burstCount = burstCount
        self.perSecond = perSecond
        left = burstCount
        filledAt = now
    }

    mutating func requestCame() { left = min(burstCount, left + Self.perRequest) }

    /// Takes one such frame; false if it was one too many.
    mutating func take(at now: Int64) -> Bool {
        if left == 0 {
            let earned = (now - filledAt) / 1_000_000_000 * Int64(perSecond)
            left = Int(min(Int64(burstCount), earned))
            if earned > 0 { filledAt = now }
        }
        guard left > 0 else { return false }
        left -= 1
        return true
    }
}
