// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// Holds a push service to its promises, from what goes in and comes out.
///
/// To a device that comes back, every accepted unexpired push is handed over, except one displaced
/// by a newer push for the same device and bundle while away, or collapsed; none of those is sent
/// any more, whenever the gateway's process dies; none reaches the app twice; none after its
/// expiry.
struct GatewayChecker {
    let rules: GatewayRules
    var posts: [SeenPost] = []
    private(set) var broken: Broken?
    private var places: [RequestKey: Int] = [:]
    /// The pushes that are on each connection and not acknowledged.
    private var open: [DeviceConnectionID: [PushKey]] = [:]
    /// What each phone is connected by, as the gateway has it.
    private(set) var connections: [DeviceConnectionID?]
    /// How often each phone has been there.
    var welcomeCounts: [Int]
    var takenCount = 0
    /// The apps that each phone has removed, at any time.
    private var removals: [Int: [AppKey]] = [:]
    private var hasRestarted = false
    /// The latest wall clock that anybody saw.
    private var latestWall = WallTime(milliseconds: .min)
    var lostCount: Int { posts.count { $0.isLost } }

    init(rules: GatewayRules, phones: Int) {
        self.rules = rules
        connections = Array(repeating: nil, count: phones)
        welcomeCounts = Array(repeating: 0, count: phones)
    }

    mutating func fail(_ promise: String, _ detail: String) {
        if broken == nil { broken = Broken(promise: promise, detail: detail) }
    }

    // MARK: What goes in

    /// - Returns: The push's place, which is the low half of its `apns-id`.
    mutating func asks(
        _ request: RequestKey, phone: Int, app: AppKey, payload: [UInt8], collapseID: Int?
    ) -> Int {
        places[request] = posts.count
        posts.append(
            SeenPost(
                request: request, phone: phone, app: app, payload: payload, collapseID: collapseID))
        return posts.count - 1
    }

    mutating func clock(_ now: Moment) { latestWall = max(latestWall, now.wall) }

    mutating func removes(_ app: AppKey, phone: Int) { removals[phone, default: []].append(app) }

    mutating func closes(_ connection: DeviceConnectionID) {
        open[connection] = nil
        for phone in connections.indices where connections[phone] == connection {
            connections[phone] = nil
        }
    }

    mutating func restarts(with state: StoredState) {
        hasRestarted = true
        for connection in connections.compactMap(\.self) { closes(connection) }
        restores(state.pushes.map { Int($0.id.low) })
    }

    // MARK: What comes out

    mutating func answer(_ request: RequestKey, _ answer: PushAnswer, at now: Moment) {
        guard let place = places[request] else {
            return fail("a request is answered once", "\(request) was never asked")
        }
        if posts[place].isAnswered {
            fail("a request is answered once", "push \(place) was answered again: \(answer)")
        }
        posts[place].isAnswered = true
        guard answer.reason == nil else { return }
        posts[place].isAccepted = true
        posts[place].acceptedAt = now.monotonic
        posts[place].connection = connections[posts[place].phone]
        takes(place)
        comes(place)
    }

    mutating func stores(_ push: StoredPush) {
        let place = Int(push.id.low)
        posts[place].expires = push.expires
        if let date = push.expiration, push.expires.milliseconds > date * 1000 {
            fail("no push is kept longer than its date", "push \(place): \(push.expires)")
        }
        sees(push, place)
        takes(place)
    }

    mutating func welcomes(_ connection: DeviceConnectionID, phone: Int) {
        connections[phone] = connection
        welcomeCounts[phone] += 1
    }

    private mutating func sees(_ push: StoredPush, _ place: Int) {
        if let number = posts[place].number, number != push.key {
            fail("a push keeps its number", "push \(place): \(number), then \(push.key)")
        }
        posts[place].number = push.key
        if posts[place].app != push.app || posts[place].payload != push.payload {
            fail("a push arrives as it was sent", "push \(place): \(push.app)")
        }
    }

    mutating func sends(
        _ push: StoredPush, to connection: DeviceConnectionID, phone: Int, at now: Moment
    ) {
        let place = Int(push.id.low)
        sees(push, place)
        let post = posts[place]
        if post.phone != phone {
            fail("a push arrives as it was sent", "push \(place) is for phone \(post.phone)")
        }
        if let newer = post.replacement {
            fail("what was replaced is not sent any more", "push \(place), by \(newer)")
        }
        if !post.isAccepted, !hasRestarted {
            fail("only accepted pushes are delivered", "push \(place)")
        }
        if let expires = post.expires {
            if expires <= now.wall { fail("no push is sent after its date", "push \(place)") }
        } else if rules.lateWindow.nanoseconds == 0 {
            if post.connection != connection {
                fail("one attempt is one", "push \(place) was sent on \(connection)")
            }
        } else if now.monotonic >= post.acceptedAt + rules.lateWindow, post.connection != connection
        {
            fail("one attempt is not later than the window", "push \(place)")
        }
        if open[connection]?.contains(push.key) != true {
            open[connection, default: []].append(push.key)
        }
        if open[connection]?.count ?? 0 > rules.deliveryWindow {
            fail("no more than the window is on the wire", "\(open[connection] ?? [])")
        }
    }

    mutating func acknowledges(_ number: PushKey, on connection: DeviceConnectionID) {
        open[connection]?.removeAll { $0 == number }
    }

    mutating func record(_ entry: JournalEntry, at now: Moment) {
        let place = Int(entry.apnsID.low)
        guard entry.number != nil, posts.indices.contains(place) else { return }
        let post = posts[place]
        if let number = entry.number { open.keys.sorted().forEach { retire(number, $0, entry) } }
        if case .dropped = entry.step { leaves(place) }
        switch entry.step {
        case .sent: posts[place].wasSent = true
        case .displaced: displaces(place)
        case .collapsed: collapses(place)
        case .expired:
            posts[place].isOver = true
            let isDue =
                post.expires.map { $0 <= now.wall }
                ?? (now.monotonic >= post.acceptedAt + rules.lateWindow)
            if !isDue { fail("a push has its time", "push \(place) expired early") }
        case .dropped(.unregistered):
            posts[place].isOver = true
            if removals[post.phone]?.contains(post.app) != true {
                fail("only a removed app loses its pushes", "push \(place)")
            }
        default: break
        }
    }

    /// A push that left the outbox is no more on the wire.
    private mutating func retire(
        _ number: PushKey, _ connection: DeviceConnectionID, _ entry: JournalEntry
    ) {
        switch entry.step {
        case .acknowledged, .expired, .dropped, .displaced, .collapsed:
            open[connection]?.removeAll { $0 == number }
        default: break
        }
    }

    // MARK: What the phones do

    mutating func hands(_ place: Int) {
        if posts[place].isHanded || posts[place].isLost {
            fail("no push reaches its app twice", "push \(place)")
        }
        posts[place].isHanded = true
    }

    mutating func loses(_ place: Int) { posts[place].isLost = true }

    /// The phone found its date passed.
    mutating func expires(_ place: Int) { posts[place].isOver = true }

    // MARK: The end

    /// All is quiet: what was promised has come true.
    mutating func settle(mayBeUnanswered: (RequestKey) -> Bool) {
        for (place, post) in posts.enumerated() {
            if !post.isAnswered, !mayBeUnanswered(post.request) {
                fail("a request is answered once", "push \(place) has no answer")
            }
            guard post.isAccepted, let expires = post.expires else { continue }
            if post.isHanded || post.isLost || post.isOver || expires <= latestWall { continue }
            fail("every accepted push that is not over is handed over", "push \(place)")
        }
    }
}
