// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2

/// Writes the header fields of pushes, one after the other, into buffers that stay.
///
/// Follows Apple's advice for the small header table of the service: `:path` and `authorization`
/// are never remembered, `apns-id`, `apns-collapse-id` and a changing `apns-expiration` the first
/// time alone, for their names, all else always (APNs: Sending notification requests). nghttp2 does
/// so for the first two by itself.
struct PushEncoder {
    /// What a connection's header table knows already.
    struct Introduced {
        fileprivate var expiration: Int64?
        fileprivate var hasID = false
        fileprivate var hasCollapseID = false
    }

    private(set) var fields = HTTP2RequestFields()
    private let authority: [UInt8]

    init(authority: String) { self.authority = Array(authority.utf8) }

    /// Puts a push, which has been checked, in place of the last one.
    mutating func encode(
        _ push: AddressedPush, authorization: [UInt8]?, _ introduced: inout Introduced
    ) {
        let notification = push.notification
        fields.removeAll()
        fields.append(":method", "POST")
        fields.append(":scheme", "https")
        fields.append(":authority", authority)
        fields.append(":path", Self.path.utf8, then: push.token.utf8)
        if let authorization { fields.append("authorization", authorization) }
        fields.append("apns-topic", notification.topic.utf8)
        fields.append("apns-push-type", notification.pushType.rawValue.utf8)
        if let expiration = notification.expiration {
            let isKnown = introduced.expiration.map { $0 == expiration } ?? true
            fields.append(
                "apns-expiration", String(expiration).utf8, indexing: isKnown ? .byDefault : .never)
            if introduced.expiration == nil { introduced.expiration = expiration }
        }
        if let priority = notification.priority {
            fields.append("apns-priority", String(priority).utf8)
        }
        if let id = notification.apnsID {
            fields.append("apns-id", id.utf8, indexing: introduced.hasID ? .never : .byDefault)
            introduced.hasID = true
        }
        if let id = notification.collapseID {
            fields.append(
                "apns-collapse-id", id.utf8,
                indexing: introduced.hasCollapseID ? .never : .byDefault)
            introduced.hasCollapseID = true
        }
    }

    private static let path = "/3/device/"
}
