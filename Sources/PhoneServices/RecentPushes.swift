// SPDX-License-Identifier: Apache-2.0
import CallModel

/// The pushes that were acknowledged last; the oldest make way.
struct RecentPushes {
    static let limit = 16384
    private var order: [DeliveryKey] = []
    private var next = 0
    private var members: Set<DeliveryKey> = []

    func contains(_ push: DeliveryKey) -> Bool { members.contains(push) }

    mutating func insert(_ push: DeliveryKey) {
        guard members.insert(push).inserted else { return }
        guard order.count == Self.limit else {
            order.append(push)
            return
        }
        members.remove(order[next])
        order[next] = push
        next = (next + 1) % Self.limit
    }
}
