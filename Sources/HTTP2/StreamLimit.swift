// SPDX-License-Identifier: Apache-2.0

/// How many streams a client may have open, as our SETTINGS tell it over time.
///
/// One announcement is on its way at a time; what is wanted meanwhile follows when the client has
/// acknowledged it, so that a client which never does holds no queue here.
struct StreamLimit {
    /// What becomes of one more stream.
    enum Verdict {
        case allowed
        /// Our number may not have reached the client yet: it may send the request again.
        case refused
        /// The client has acknowledged the limit.
        case violation
    }

    private(set) var wanted: Int
    /// What the client has acknowledged; nil before its first acknowledgement.
    private(set) var inForce: Int?
    /// What is on its way.
    private(set) var announced: Int?

    init(_ count: Int) { wanted = count }

    /// Asks for another limit.
    ///
    /// Send it if ``takeAnnouncement()`` says so.
    mutating func want(_ count: Int) { wanted = count }

    /// The number to send now; nil if the client knows it, or has one to acknowledge first.
    mutating func takeAnnouncement() -> Int? {
        guard announced == nil, wanted != inForce else { return nil }
        announced = wanted
        return wanted
    }

    /// The client knows what was announced.
    mutating func acknowledge() {
        inForce = announced ?? inForce
        announced = nil
    }

    /// Judges a stream that comes when `openCount` others are open.
    func verdict(openCount: Int) -> Verdict {
        // While two numbers are about, the larger is not broken, and the newer is not exceeded.
        if openCount < announced ?? inForce ?? wanted { return .allowed }
        guard let inForce, openCount >= max(inForce, announced ?? 0) else { return .refused }
        return .violation
    }
}
