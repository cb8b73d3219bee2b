// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore

/// What was seen of one push from outside the gateway.
struct SeenPost {
    let request: RequestKey
    let phone: Int
    let app: AppKey
    let payload: [UInt8]
    let collapseID: Int?
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
    /// It was on the wire once.
    var wasSent = false
    /// Its place among the pushes that the gateway took on; nil until then.
    var order: Int?
    /// The absence of its phone in which it was taken on; nil if the phone was there.
    var absence: Int?
    /// The newer push that came before this one was sent, and took its place.
    var replacement: Int?
    /// The absence of its phone in which it was on the disk when a gateway started, the last time.
    var restoredAbsence: Int?
    /// It needs not be handed over any more, for a reason that was checked.
    var isOver = false
}
