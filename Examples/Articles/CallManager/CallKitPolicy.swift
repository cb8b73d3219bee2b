// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Where CallKit may be used.
enum CallKitPolicy {
    /// Whether the app may show its calls by CallKit.
    ///
    /// In mainland China it may not: the App Store does not take an app whose CallKit is active
    /// there. Its call directory is another matter, and may stay.
    ///
    /// - Parameter region: Such as `US`; nil where it is not known.
    /// - Returns: False below iOS 10, and in mainland China.
    static func allowsCallKit(in region: String?) -> Bool {
        guard #available(iOS 10.0, *) else { return false }
        return region != "CN"
    }
}
