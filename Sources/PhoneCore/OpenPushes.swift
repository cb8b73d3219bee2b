// SPDX-License-Identifier: Apache-2.0
import CallModel

/// A push that is not settled.
struct OpenPush: Sendable, Equatable {
    /// Where it is on its way to the app.
    enum Stage: Sendable, Equatable {
        /// For the app, or for its registry.
        case waiting
        /// For the store to have noted that this process gets it, which that ticket tells.
        case marking(SessionID, RecordTicket)
        case handed(SessionID)
        /// For what becomes of the call that was reported for it.
        case reported
    }

    var push: ArrivedPush
    var received: WallTime
    var stage = Stage.waiting
    /// A call must be reported, as judged when it was handed over.
    var mustReport = true
    /// It came late, for which no report is due (B129).
    var isLate = false
    /// A process was started for it already.
    var hasLaunched = false
    /// It is written, and the push service has been told so.
    var isSafe = false
    /// The phone has not been unlocked since it was switched on (B128).
    var isHeldBack = false
    /// Which installation of the app it came for.
    var generation = 0
    fileprivate var ordinal = 0

    init(_ push: ArrivedPush, received: WallTime) {
        self.push = push
        self.received = received
        if case .earlierRun = push.origin { isSafe = true }
    }

    var key: DeliveryKey { push.key }

    func isInHand(of session: SessionID) -> Bool { stage == .handed(session) }

    /// Its record, with what is still to be handed over where that is not written yet.
    func record(_ outcome: PushOutcome, withContent: Bool = false) -> PushRecord {
        PushRecord(
            id: push.id, number: push.number, bundle: push.bundle, received: received,
            outcome: outcome, generation: generation,
            content: withContent ? push.content : nil)
    }
}

/// The pushes that are not settled: found by their key at once, and in the order in which they came
/// for each app.
///
/// What is taken out leaves a gap in the app's line, and lines are closed up when half of them is
/// gaps, so that thousands that are settled together cost no more than one each.
struct OpenPushes: Sendable, Equatable {
    private struct Place: Sendable, Equatable {
        var key: DeliveryKey
        var ordinal: Int
    }

    private struct Line: Sendable, Equatable {
        var places: [Place] = []
        /// Before this one nothing waits.
        var firstWaiting = 0
        var count = 0
        var inHand = 0
    }

    /// The numbers that pushes of one `apns-id` have, oldest first.
    private enum Numbers: Sendable, Equatable {
        case one(UInt64)
        case several([UInt64])
    }

    private var pushes: [DeliveryKey: OpenPush] = [:]
    private var numbers: [PushID: Numbers] = [:]
    private var lines = OrderedTable<BundleID, Line>()
    private var lastOrdinal = 0

    subscript(key: DeliveryKey) -> OpenPush? { pushes[key] }

    func count(of bundle: BundleID) -> Int { lines[bundle]?.count ?? 0 }
    func isInHand(of bundle: BundleID) -> Bool { (lines[bundle]?.inHand ?? 0) > 0 }
    var bundles: [BundleID] { lines.keys }

    mutating func append(_ push: OpenPush) {
        lastOrdinal += 1
        var push = push
        push.ordinal = lastOrdinal
        pushes[push.key] = push
        switch numbers[push.push.id] {
        case nil: numbers[push.push.id] = .one(push.push.number)
        case .one(let first): numbers[push.push.id] = .several([first, push.push.number])
        case .several(let all): numbers[push.push.id] = .several(all + [push.push.number])
        }
        if lines[push.push.bundle] == nil { lines[push.push.bundle] = Line() }
        lines.update(push.push.bundle) { line in
            line.places.append(Place(key: push.key, ordinal: push.ordinal))
            line.count += 1
        }
    }

    mutating func update(_ key: DeliveryKey, _ change: (inout OpenPush) -> Void) {
        guard var push = pushes[key] else { return }
        let before = push.stage
        change(&push)
        pushes[key] = push
        let difference = Self.inHand(push.stage) - Self.inHand(before)
        guard difference != 0 || push.stage == .waiting else { return }
        lines.update(push.push.bundle) { line in
            line.inHand += difference
            if push.stage == .waiting, before != .waiting { line.firstWaiting = 0 }
        }
    }

    @discardableResult
    mutating func remove(_ key: DeliveryKey) -> OpenPush? {
        guard let push = pushes.removeValue(forKey: key) else { return nil }
        forgetNumber(of: key)
        let bundle = push.push.bundle
        lines.update(bundle) { line in
            line.count -= 1
            line.inHand -= Self.inHand(push.stage)
        }
        closeUp(bundle)
        return push
    }

    /// All of an app, oldest first.
    func keys(of bundle: BundleID) -> [DeliveryKey] {
        (lines[bundle]?.places ?? []).filter(isThere).map(\.key)
    }

    /// Those of an app that wait, oldest first; what is asked for once is taken as handed over.
    mutating func takeWaiting(of bundle: BundleID) -> [DeliveryKey] {
        guard let line = lines[bundle], line.firstWaiting < line.places.count else { return [] }
        let waiting = line.places[line.firstWaiting...].filter(isThere).map(\.key)
            .filter { pushes[$0]?.stage == .waiting && pushes[$0]?.isHeldBack == false }
        lines.update(bundle) { $0.firstWaiting = $0.places.count }
        return waiting
    }

    /// Lets the next ``takeWaiting(of:)`` look at all of an app.
    mutating func lookAgain(at bundle: BundleID) { lines.update(bundle) { $0.firstWaiting = 0 } }

    /// The oldest push of that `apns-id` that a process has in hand.
    func inHand(_ id: PushID, of session: SessionID) -> OpenPush? {
        switch numbers[id] {
        case nil: nil
        case .one(let number):
            pushes[DeliveryKey(id, number)].flatMap { $0.isInHand(of: session) ? $0 : nil }
        case .several(let all):
            all.lazy.compactMap { pushes[DeliveryKey(id, $0)] }
                .first { $0.isInHand(of: session) }
        }
    }

    private static func inHand(_ stage: OpenPush.Stage) -> Int {
        if case .handed = stage { 1 } else { 0 }
    }

    private func isThere(_ place: Place) -> Bool { pushes[place.key]?.ordinal == place.ordinal }

    private mutating func forgetNumber(of key: DeliveryKey) {
        guard case .several(var all) = numbers[key.id] else {
            numbers[key.id] = nil
            return
        }
        all.removeAll { $0 == key.number }
        numbers[key.id] = all.count == 1 ? .one(all[0]) : .several(all)
    }

    private mutating func closeUp(_ bundle: BundleID) {
        guard let line = lines[bundle] else { return }
        if line.count == 0 {
            lines[bundle] = nil
        } else if line.places.count >= 32, line.count * 2 < line.places.count {
            let kept = line.places.filter(isThere)
            let passed = line.places[..<min(line.firstWaiting, line.places.count)]
            let firstWaiting = passed.count(where: isThere)
            lines.update(bundle) { line in
                line.places = kept
                line.firstWaiting = firstWaiting
            }
        }
    }
}
