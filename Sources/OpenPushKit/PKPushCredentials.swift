// SPDX-License-Identifier: Apache-2.0
public import Foundation
import CallModel

/// What a provider needs to send pushes to this app on this device.
open class PKPushCredentials: NSObject {
    private var kind = PKPushType("")
    private var bytes = Data()

    /// Makes empty credentials, for subclasses in tests.
    public override init() {}

    /// What kind of push they are for.
    open var type: PKPushType { kind }

    /// Opaque: of no fixed length.
    open var token: Data { bytes }

    static func make(_ type: PushType, _ token: Bytes) -> PKPushCredentials {
        let credentials = PKPushCredentials()
        credentials.kind = PKPushType(type)
        credentials.bytes = Data(token.array)
        return credentials
    }
}
