// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What is kept of the tokens from one launch to the next.
public struct VoIPTokenRecord: Hashable, Codable, Sendable {
    /// Tokens that the server may have, in hexadecimal digits, the newest last: eight at most.
    public internal(set) var tokens: [String] = []
    /// The token that the server took last.
    public internal(set) var uploaded: String?
    /// When it did.
    public internal(set) var uploadedAt: Date?

    /// Makes the record of a device whose server knows no token.
    public init() {}
}

/// Keeps a ``VoIPTokenRecord`` from one launch to the next.
@MainActor public protocol VoIPTokenStore: AnyObject {
    /// The record that was saved last; nil where none was, or it cannot be read.
    func load() -> VoIPTokenRecord?

    /// Keeps a record in place of the one before.
    ///
    /// - Parameter record: The record.
    func save(_ record: VoIPTokenRecord)
}

/// Keeps the record in the app's defaults.
///
/// They cannot be read before the first unlock after a boot (B128): the token is then sent as if it
/// were new, which harms nothing.
@MainActor public final class UserDefaultsVoIPTokenStore: VoIPTokenStore {
    private let defaults: SharedDefaults
    private let key: String

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - defaults: Where to keep the record.
    ///   - key: Under which key.
    nonisolated public init(defaults: UserDefaults = .standard, key: String = "VoIPKit.pushTokens")
    {
        self.defaults = SharedDefaults(defaults)
        self.key = key
    }

    /// The record that was saved last.
    public func load() -> VoIPTokenRecord? {
        defaults.value.data(forKey: key).flatMap {
            try? JSONDecoder().decode(VoIPTokenRecord.self, from: $0)
        }
    }

    /// Keeps a record in place of the one before.
    ///
    /// - Parameter record: The record.
    public func save(_ record: VoIPTokenRecord) {
        guard let data = try? JSONEncoder().encode(record) else { return }
        defaults.value.set(data, forKey: key)
        // Linux's Foundation writes it now or never; Apple's takes care by itself.
        defaults.value.synchronize()
    }
}
