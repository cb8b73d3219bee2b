// SPDX-License-Identifier: Apache-2.0
public import Foundation

// On Apple's systems key-value coding brings both.
#if !canImport(Darwin)
extension UserDefaults {
    /// Sets a value, or removes it where there is none: the same as `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }

    /// The value of a key: the same as `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }
}
#endif
