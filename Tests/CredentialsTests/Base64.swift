// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Base64 by Foundation, as a second opinion on the room's own.
enum Base64 {
    static func url(_ bytes: some Sequence<UInt8>) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }
}
