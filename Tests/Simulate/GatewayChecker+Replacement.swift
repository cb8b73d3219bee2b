// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// Which pushes take the place of which.
extension GatewayChecker {
    // MARK: What a push replaces

    /// The gateway has taken a push on: into the store, or, with its answer, past it.
    mutating func takes(_ place: Int) {
        guard posts[place].order == nil else { return }
        posts[place].order = takenCount
        takenCount += 1
        let phone = posts[place].phone
        posts[place].absence = connections[phone] == nil ? welcomeCounts[phone] : nil
    }

    /// An accepted push is there: those that it replaces are not sent any more.
    mutating func comes(_ place: Int) {
        let phone = posts[place].phone
        let isStillAway = connections[phone] == nil && welcomeCounts[phone] == posts[place].absence
        for older in posts.indices where posts[older].isAccepted && !posts[older].wasSent {
            if isCollapsed(older, by: place) || isStillAway && isDisplaced(older, by: place) {
                posts[older].replacement = place
            }
        }
    }

    /// An accepted push came to nothing, and so it replaces nothing.
    mutating func leaves(_ place: Int) {
        for older in posts.indices where posts[older].replacement == place {
            posts[older].replacement = nil
        }
    }

    /// A gateway starts with these on its disk: each of them counts as accepted, and those that it
    /// replaced are over, whether the disk has them or not.
    mutating func restores(_ places: [Int]) {
        for older in posts.indices {
            // A push of one attempt has died with the process, and replaces nothing.
            guard let newer = posts[older].replacement, posts[newer].expires == nil else {
                continue
            }
            posts[older].replacement = nil
        }
        for newer in places {
            for older in posts.indices {
                let isSure = isCollapsed(older, by: newer) || isDisplaced(older, by: newer)
                guard isSure || isDisplacedAsRestored(older, by: newer) else { continue }
                posts[older].isOver = true
                if isSure, !posts[older].wasSent { posts[older].replacement = newer }
            }
        }
        for place in places { posts[place].restoredAbsence = welcomeCounts[posts[place].phone] }
    }

    /// Both were taken on in one absence of their phone.
    private func isDisplaced(_ older: Int, by newer: Int) -> Bool {
        isOlder(older, than: newer) && posts[older].app.bundle == posts[newer].app.bundle
            && posts[newer].absence != nil && posts[older].absence == posts[newer].absence
    }

    /// The older one was on the disk of a gateway that started in that absence: if it was the
    /// newest there, it is displaced.
    private func isDisplacedAsRestored(_ older: Int, by newer: Int) -> Bool {
        isOlder(older, than: newer) && posts[older].app.bundle == posts[newer].app.bundle
            && posts[newer].absence != nil && posts[older].restoredAbsence == posts[newer].absence
    }

    private func isCollapsed(_ older: Int, by newer: Int) -> Bool {
        isOlder(older, than: newer) && posts[older].app == posts[newer].app
            && posts[newer].collapseID != nil && posts[older].collapseID == posts[newer].collapseID
    }

    private func isOlder(_ older: Int, than newer: Int) -> Bool {
        guard let first = posts[older].order, let second = posts[newer].order else { return false }
        return first < second && posts[older].phone == posts[newer].phone
    }

    // MARK: What the gateway says

    mutating func displaces(_ place: Int) {
        posts[place].isOver = true
        let isRight = posts.indices.contains { newer in
            posts[newer].isAccepted
                && (isDisplaced(place, by: newer) || isDisplacedAsRestored(place, by: newer))
        }
        if !isRight || connections[posts[place].phone] != nil {
            fail(
                "only a newer push of the same bundle displaces one, while its phone is away",
                "push \(place)")
        }
    }

    mutating func collapses(_ place: Int) {
        posts[place].isOver = true
        let isRight = posts.indices.contains { posts[$0].isAccepted && isCollapsed(place, by: $0) }
        if !isRight {
            fail("only a newer push of the same topic collapses one", "push \(place)")
        }
    }
}
