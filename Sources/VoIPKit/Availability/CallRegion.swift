// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where the device is at home, for ``CallAvailability``: from whom it is known, and how soon.
///
/// Best is the App Store's storefront, since it is the store whose rule it is (B116). VoIPKit does
/// not link StoreKit; with it, the storefront is one line:
///
/// ```swift
/// .immediate { SKPaymentQueue.default().storefront?.countryCode }   // "CHN"
/// .asking { await Storefront.current?.countryCode }                 // StoreKit 2
/// ```
public struct CallRegionSource {
    enum Kind {
        case immediate(@MainActor () -> String?)
        case asking(@MainActor () async -> String?)
    }

    let kind: Kind

    /// The region of the device's settings, which the person may set as they like.
    public static var locale: Self {
        immediate {
            #if canImport(Darwin)
            if #available(iOS 16, *) { return Locale.current.region?.identifier }
            #endif
            return Locale.current.regionCode
        }
    }

    /// One that knows at once.
    ///
    /// - Parameter region: Gives the region as ISO 3166 has it, with two letters or three; nil
    ///   where it is not known. It is asked at launch and by ``CallAvailability/update()``.
    /// - Returns: The source.
    public static func immediate(_ region: @escaping @MainActor () -> String?) -> Self {
        Self(kind: .immediate(region))
    }

    /// One that takes time: the store, or the app's server.
    ///
    /// - Parameter region: Gives the region as ISO 3166 has it, with two letters or three; nil
    ///   where it cannot be known now, which leaves things as they were.
    /// - Returns: The source.
    public static func asking(_ region: @escaping @MainActor () async -> String?) -> Self {
        Self(kind: .asking(region))
    }
}

/// Keeps the region over the app's life, so that the next launch need not wait for it.
@MainActor public protocol CallRegionStore: AnyObject {
    /// What was known last; nil where nothing was ever known.
    var region: String? { get set }
}

/// Keeps it in the app's preferences.
@MainActor public final class UserDefaultsRegionStore: CallRegionStore {
    private let defaults: SharedDefaults
    private let key: String

    /// Makes one.
    ///
    /// - Parameters:
    ///   - defaults: The preferences.
    ///   - key: Their key for it.
    nonisolated public init(defaults: UserDefaults = .standard, key: String = "VoIPKit.region") {
        self.defaults = SharedDefaults(defaults)
        self.key = key
    }

    /// What was known last; nil where nothing was ever known.
    public var region: String? {
        get { defaults.value.string(forKey: key) }
        set { defaults.value.set(newValue, forKey: key) }
    }
}
