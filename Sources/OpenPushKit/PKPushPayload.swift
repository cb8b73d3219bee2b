// SPDX-License-Identifier: Apache-2.0
public import Foundation
package import CallModel
import OCKWire

/// What came with a push.
open class PKPushPayload: NSObject {
    private var kind = PKPushType("")
    private var content: [AnyHashable: Any] = [:]

    /// Makes an empty payload, for subclasses in tests.
    public override init() {}

    /// What kind of push it was.
    open var type: PKPushType { kind }

    /// The JSON object that was sent, as `JSONSerialization` reads it (B137).
    ///
    /// Or the dictionary that a notification service extension reported, its dates and data kept
    /// (B136). Empty where the body was anything else.
    open var dictionaryPayload: [AnyHashable: Any] { content }

    /// Reads what the phone handed over.
    package static func make(_ push: PushNotice) -> PKPushPayload {
        let payload = PKPushPayload()
        payload.kind = PKPushType(push.type)
        payload.content = object(push.payload) as? [String: Any] ?? [:]
        return payload
    }

    private static func object(_ bytes: Bytes) -> Any? {
        let data = Data(bytes.array)
        // No JSON begins so.
        guard bytes.array.starts(with: Array("bplist00".utf8)) else {
            return try? JSONSerialization.jsonObject(with: data)
        }
        // As deep as `reportNewIncomingVoIPPushPayload` takes it, with the number at the bottom.
        guard PropertyListCheck.problem(bytes.array, depthLimit: 65) == nil else { return nil }
        return try? PropertyListSerialization.propertyList(from: data, format: nil)
    }
}
