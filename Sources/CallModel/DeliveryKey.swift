// SPDX-License-Identifier: Apache-2.0

/// One push as a phone takes it: its `apns-id`, and the push service's own number of it.
///
/// A provider may use an `apns-id` again, and APNs takes both pushes; the number tells them apart.
package struct DeliveryKey: Hashable, Sendable, Comparable, Codable {
    package var id: PushID
    /// Zero where there is no push service behind the push.
    package var number: UInt64

    package init(_ id: PushID, _ number: UInt64 = 0) {
        self.id = id
        self.number = number
    }

    package static func < (a: Self, b: Self) -> Bool { (a.id, a.number) < (b.id, b.number) }
}
