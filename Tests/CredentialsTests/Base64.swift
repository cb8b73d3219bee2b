// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Base64 by Foundation, as a second opinion on the room's own.
enum Base64 {
    static func url(_ bytes: some Sequence<UInt8>) -> String {
        let text = Data(bytes).base64EncodedString()
        return String(
            text.compactMap { $0 == "=" ? nil : $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
        )
    }

    static func bytes(url: some StringProtocol) -> [UInt8] {
        let text = String(url.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        return Data(base64Encoded: text + padding).map(Array.init) ?? []
    }
}
