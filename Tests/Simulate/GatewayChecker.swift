// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// What was seen of one push from outside the gateway.
struct SeenPost {
    let request: RequestKey
    let phone: Int
    let app: AppKey
    let payload: [UInt8]
    var isAnswered = false
    /// Answered with 200.
    var isAccepted = false
    var acceptedAt = MonotonicTime(nanoseconds: 0)
    /// The gateway's number; nil until it is known.
    var number: PushKey?
    /// Until when it is kept; nil for one attempt.
    var expires: WallTime?
    /// The phone's connection when it was accepted.
    var connection: DeviceConnectionID?
    var isHanded = false
    /// It was in the hand of a phone that died.
    var isLost = false
    /// It needs not be handed over any more, for a reason that was checked.
    var isOver = false
}

/// Holds a push service to its promises, from what goes in and comes out.
///
/// To a device that comes back, every accepted unexpired push is handed over, except one displaced
/// by a newer push for the same device and bundle while away; none reaches the app twice; none
/// after its expiry.
struct GatewayChecker {
    let rules: GatewayRules
    private(set) var posts: [SeenPost] = []
    private(set) var broken: Broken?
    /// Of the push that was accepted last.
    private var lastAccepted: Int?
    private var places: [RequestKey: Int] = [:]
    /// The pushes that are on each connection and not acknowledged.
    private var open: [DeviceConnectionID: [PushKey]] = [:]
    /// What each phone is connected by, as the gateway has it.
    private(set) var connections: [DeviceConnectionID?]
    /// The apps that each phone has removed, at any time.
    private var removals: [Int: [AppKey]] = [:]
    private var hasRestarted = false
    /// The latest wall clock that anybody saw.
    private var latestWall = WallTime(milliseconds: .min)
    var lostCount: Int { posts.count { $0.isLost } }

    init(rules: GatewayRules, phones: Int) {
        self.rules = rules
        connections = Array(repeating: nil, count: phones)
    }

    mutating func fail(_ promise: String, _ detail: String) {
        if broken == nil { broken = Broken(promise: promise, detail: detail) }
    }

    // MARK: What goes in

    /// - Returns: The push's place, which is the low half of its `apns-id`.
    mutating func asks(_ request: RequestKey, phone: Int, app: AppKey, payload: [UInt8]) -> Int {
        places[request] = posts.count
        posts.append(SeenPost(request: request, phone: phone, app: app, payload: payload))
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

    mutating func restarts() {
        hasRestarted = true
        for connection in connections.compactMap(\.self) { closes(connection) }
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
        lastAccepted = place
    }

    mutating func stores(_ push: StoredPush) {
        let place = Int(push.id.low)
        posts[place].expires = push.expires
        if let date = push.expiration, push.expires.milliseconds > date * 1000 {
            fail("no push is kept longer than its date", "push \(place): \(push.expires)")
        }
        sees(push, place)
    }

    mutating func welcomes(_ connection: DeviceConnectionID, phone: Int) {
        connections[phone] = connection
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
        let newer = lastAccepted.map { posts[$0] }
        switch entry.step {
        case .displaced:
            posts[place].isOver = true
            let isRight =
                newer?.phone == post.phone && newer?.app.bundle == post.app.bundle
                && connections[post.phone] == nil
            if !isRight || lastAccepted == place {
                fail(
                    "only a newer push of the same bundle displaces one, while its phone is away",
                    "push \(place), by \(lastAccepted ?? -1)")
            }
        case .collapsed:
            posts[place].isOver = true
            if newer?.phone != post.phone || newer?.app != post.app || lastAccepted == place {
                fail("only a newer push of the same topic collapses one", "push \(place)")
            }
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
