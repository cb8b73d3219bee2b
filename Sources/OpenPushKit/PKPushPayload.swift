// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What came with a push.
open class PKPushPayload: NSObject {
    private var kind = PKPushType("")
    private var content: [AnyHashable: Any] = [:]

    /// Makes an empty payload, for subclasses in tests.
    public override init() {}

    /// What kind of push it was.
    open var type: PKPushType { kind }

    /// The JSON object that was sent, as `JSONSerialization` reads it; empty where the body was
    /// anything else.
    open var dictionaryPayload: [AnyHashable: Any] { content }

    static func make(_ push: PushNotice) -> PKPushPayload {
        let payload = PKPushPayload()
        payload.kind = PKPushType(push.type)
        let object = try? JSONSerialization.jsonObject(with: Data(push.payload.array))
        payload.content = object as? [String: Any] ?? [:]
        return payload
    }
}
