// SPDX-License-Identifier: Apache-2.0

/// A push without an answer; used again for another once it has one.
final class PendingPush {
    /// Who hears of the outcome.
    enum Listener {
        case nobody
        case single((PushOutcome) -> Void)
        case batch(PushBatch, index: Int)
    }

    /// Where the push is.
    enum Place {
        /// In the queue for a stream.
        case waiting
        /// On its way.
        case sent(PushConnection)
        /// Between two tries.
        case resting
    }

    /// Which slot of the table, and which use of it: never the number of another push.
    fileprivate(set) var number: UInt64 = 0
    /// Grows with each push: the order in which they came.
    fileprivate(set) var sequence: UInt64 = 0
    fileprivate(set) var isInUse = false
    var push: AddressedPush
    var listener = Listener.nobody
    var place = Place.waiting
    /// On the loop's clock.
    var deadline: Int64 = 0
    /// How many frames its connection had brought when it came or left.
    var frameCount = 0
    /// Connections that failed while it waited.
    var failedConnectionCount = 0
    var refusedStreamCount = 0
    var retryCount = 0
    var hasNewToken = false
    /// What the server last said, while it rests.
    var lastRejection: PushRejection?

    fileprivate init(_ push: AddressedPush) { self.push = push }

    fileprivate func begin(_ push: AddressedPush, _ listener: Listener) {
        self.push = push
        self.listener = listener
        isInUse = true
        place = .waiting
        frameCount = 0
        failedConnectionCount = 0
        refusedStreamCount = 0
        retryCount = 0
        hasNewToken = false
        lastRejection = nil
    }
}

/// The pushes without an answer, by number.
struct PendingTable {
    private var slots: [PendingPush] = []
    private var free: [PendingPush] = []
    private var nextSequence: UInt64 = 0

    var count: Int { slots.count - free.count }

    /// Nil for a push that has had its answer.
    subscript(number: UInt64) -> PendingPush? {
        let index = Int(truncatingIfNeeded: number & 0xFFFF_FFFF)
        guard index < slots.count, slots[index].number == number, slots[index].isInUse else {
            return nil
        }
        return slots[index]
    }

    mutating func add(_ push: AddressedPush, _ listener: PendingPush.Listener) -> PendingPush {
        let entry: PendingPush
        if let last = free.popLast() {
            entry = last
            entry.number &+= 1 << 32
        } else {
            entry = PendingPush(push)
            entry.number = UInt64(slots.count)
            slots.append(entry)
        }
        entry.sequence = nextSequence
        nextSequence += 1
        entry.begin(push, listener)
        return entry
    }

    mutating func remove(_ entry: PendingPush) {
        entry.isInUse = false
        entry.listener = .nobody
        entry.place = .waiting
        entry.push.notification.payload = []
        free.append(entry)
    }

    /// In the order in which they came.
    var all: [PendingPush] { slots.filter(\.isInUse).sorted { $0.sequence < $1.sequence } }

    /// In no order.
    func forEach(_ body: (PendingPush) -> Void) {
        for slot in slots where slot.isInUse { body(slot) }
    }
}
