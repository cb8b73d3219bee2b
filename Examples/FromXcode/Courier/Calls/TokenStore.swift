// SPDX-License-Identifier: Apache-2.0
import Foundation
import Security

/// Keeps the push token that the server was told, in the keychain.
class TokenStore {
    private let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "push-token",
    ]

    func save(_ token: Data) {
        SecItemDelete(query as CFDictionary)
        var item = query
        item[kSecValueData] = token
        SecItemAdd(item as CFDictionary, nil)
    }
}
