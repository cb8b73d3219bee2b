// SPDX-License-Identifier: Apache-2.0
import CallModel
import GatewayCore
import OCKHTTP2

/// All answers that differ in nothing but identifiers, made once.
///
/// An answer has `apns-id`, in development `apns-unique-id` as well, and with a reason the body
/// `{"reason":"…"}` (APNs: Handling notification responses).
final class PreparedAnswers {
    private struct Pair {
        let plain: PreparedAnswer
        let withUniqueID: PreparedAnswer

        init(status: Int, reason: String?) {
            let headers = reason.map { _ in [HTTP2Header("content-type", "application/json")] }
            let body = reason.map { Array(#"{"reason":"\#($0)"}"#.utf8) }
            plain = PreparedAnswer(
                status: status, headers: headers ?? [], variable: ["apns-id"], body: body ?? [])
            withUniqueID = PreparedAnswer(
                status: status, headers: headers ?? [],
                variable: ["apns-id", "apns-unique-id"], body: body ?? [])
        }
    }

    private let accepted = Pair(status: 200, reason: nil)
    private let refused: [APNsReason: Pair]

    init() {
        let pairs = APNsReason.allCases.map { ($0, Pair(status: $0.status, reason: $0.rawValue)) }
        refused = Dictionary(uniqueKeysWithValues: pairs)
    }

    /// Gives an answer; all but those with a timestamp without allocating.
    func give(_ answer: PushAnswer, to stream: Int32, of session: HTTP2ServerSession) {
        withUnsafeTemporaryAllocation(byteCount: 72, alignment: 1) { place in
            let id = UnsafeMutableRawBufferPointer(rebasing: place[..<36])
            let uniqueID = UnsafeMutableRawBufferPointer(rebasing: place[36...])
            answer.apnsID.write(to: id)
            if let unique = answer.uniqueID { unique.write(to: uniqueID) }
            let first = UnsafeRawBufferPointer(id)
            let second = answer.uniqueID == nil ? nil : UnsafeRawBufferPointer(uniqueID)
            if let reason = answer.reason, let timestamp = answer.timestamp {
                return give(reason, at: timestamp, first, second, to: stream, of: session)
            }
            guard let pair = answer.reason.map({ refused[$0] }) ?? accepted else { return }
            let prepared = second == nil ? pair.plain : pair.withUniqueID
            session.respond(to: stream, with: prepared, first, second)
        }
    }

    private func give(
        _ reason: APNsReason, at timestamp: WallTime, _ id: UnsafeRawBufferPointer,
        _ uniqueID: UnsafeRawBufferPointer?, to stream: Int32, of session: HTTP2ServerSession
    ) {
        var headers = [
            HTTP2Header("content-type", "application/json"),
            HTTP2Header("apns-id", String(decoding: id, as: UTF8.self)),
        ]
        if let uniqueID {
            headers.append(
                HTTP2Header("apns-unique-id", String(decoding: uniqueID, as: UTF8.self)))
        }
        let milliseconds = timestamp.milliseconds
        let body = #"{"reason":"\#(reason.rawValue)","timestamp":\#(milliseconds)}"#
        session.respond(
            to: stream, status: reason.status, headers: headers, body: Array(body.utf8))
    }
}
