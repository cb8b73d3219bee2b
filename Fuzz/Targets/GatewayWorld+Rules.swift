// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

// What must hold of a gateway, whatever happens to it.
extension GatewayWorld {
    /// Carries an effect out, if it is one that may be.
    mutating func see(_ effect: GatewayEffect) throws(FuzzFinding) {
        switch effect {
        case .answer(let key, let answer): try take(answer, to: key)
        case .examine(let ticket, _): unexamined.append(ticket)
        case .drop(let id):
            try require(providers.contains(id), "a provider is dropped that is gone")
            forget(id)
            try apply(.providerClosed(id))
        case .goAway(let id, _):
            try require(providers.contains(id), "a provider is sent away that is gone")
        case .setStreamLimit(let id, let count):
            try require(providers.contains(id), "a stream limit is for a provider that is gone")
            try require(count >= 1, "a stream limit is \(count)")
        case .send(let connection, let reply): try hear(reply, on: connection)
        case .close(let connection, _):
            guard let index = phones.firstIndex(where: { $0.connection == connection }) else {
                return
            }
            phones[index].connection = nil
            try apply(.deviceClosed(connection))
        case .store(let ticket, let changes):
            try require(!changes.isEmpty, "nothing is to be stored")
            try require(ticket.number > lastTicket, "a ticket comes again")
            lastTicket = ticket.number
            unstored.append((ticket, changes))
        case .controlSettled(let key, _):
            try require(controls.remove(key) != nil, "an answer to nobody, or a second one")
        case .record, .remark, .log: break
        }
    }

    private mutating func take(_ answer: PushAnswer, to key: RequestKey) throws(FuzzFinding) {
        try require(
            asked.remove(key) != nil || orphaned.remove(key) != nil,
            "an answer to nobody, or a second one")
        try require(
            (answer.reason == nil) == (answer.status == 200), "a status without its reason")
        try require(
            (answer.timestamp != nil) == (answer.status == 410), "a timestamp and no 410")
        try require(answer.apnsID.description.utf8.count == 36, "an apns-id is not a UUID")
    }

    private mutating func hear(
        _ reply: DeviceReply, on connection: DeviceConnectionID
    ) throws(FuzzFinding) {
        guard let index = phones.firstIndex(where: { $0.connection == connection }) else {
            // The phone has gone on to a newer connection; this one still stands.
            return
        }
        switch reply {
        case .activated(let device, _):
            try require(device == phones[index].device, "another phone is activated")
            phones[index].isActivated = true
        case .token(_, let token): if !tokens.contains(token) { tokens.append(token) }
        case .deliver(let push): try deliver(push, to: index)
        case .welcome, .pong: break
        }
    }

    private mutating func deliver(_ push: StoredPush, to index: Int) throws(FuzzFinding) {
        try require(push.device == phones[index].device, "a push goes to another phone")
        try require(
            !phones[index].acknowledged.contains(push.key),
            "a push comes again that was acknowledged")
        if let other = told.updateValue(push, forKey: push.key) {
            try require(other == push, "two pushes have the same number")
        }
        if push.expiration != 0 {
            try require(push.expires > now.wall, "a push comes after its time")
        }
        if !phones[index].pushes.contains(where: { $0.key == push.key }) {
            phones[index].pushes.append(push)
        }
    }

    /// What holds between any two events.
    func judge() throws(FuzzFinding) {
        let status = gateway.status
        try require(status.requestCount == requestCount, "requests are counted wrong")
        try require(status.outstandingPushCount >= 0, "pushes are counted wrong")
        try require(
            status.outstandingPushCount <= rules.outstandingPushLimit * phones.count,
            "more pushes are kept than may be")
        try require(
            status.connectedDeviceCount <= status.deviceCount, "more phones are there than known")
        try require(status.keyCount <= max(2, rules.keyLimit), "more keys are kept than may be")
    }

    /// All goes well for a day: everyone must have an answer.
    mutating func finish() throws(FuzzFinding) {
        for _ in 0..<8 {
            try settleAll()
            try pass(.seconds(15))
            try judge()
        }
        try settleAll()
        try require(asked.isEmpty, "\(asked.count) requests have no answer")
        try require(controls.isEmpty, "\(controls.count) orders have no answer")
        try comeBack()
        try pass(.seconds(24 * 3600))
        try settleAll()
        try judge()
    }

    /// Every phone is there again and takes all that it is told: nothing may be left for it.
    private mutating func comeBack() throws(FuzzFinding) {
        try apply(.faultsCleared)
        for index in phones.indices where phones[index].isActivated {
            try connectPhone(index, version: 2, forges: false, isSilent: false)
        }
        try settleAll()
        for index in phones.indices {
            var left = 100_000
            while !phones[index].pushes.isEmpty, left > 0 {
                try acknowledge(index, nth: 0)
                left -= 1
            }
            try settleAll()
        }
        guard !hasStoreFailed else { return }
        try require(store.pushes.isEmpty, "\(store.pushes.count) kept pushes are never delivered")
        try require(
            gateway.status.outstandingPushCount == 0, "a push is left that no phone can have")
    }
}
