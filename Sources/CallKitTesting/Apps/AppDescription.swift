// SPDX-License-Identifier: Apache-2.0

/// What an app's bundle says of it, as far as calls are concerned.
public struct AppDescription: Hashable, Sendable {
    /// `CFBundleDisplayName`; nil is the bundle identifier.
    public var name: String?

    /// The values of `UIBackgroundModes`: without `voip`, PushKit and CallKit refuse their service
    /// (B48, B60).
    public var backgroundModes: [String]

    /// The sound files of the bundle, which may be ring tones (B115); nil takes any name for one
    /// that exists.
    public var sounds: [String]?

    /// The entitlement `aps-environment`; nil where the app has none, and so gets no push token.
    public var pushEnvironment: PushEnvironment?

    /// The major version of the SDK that the app was linked with, which decides about its duty to
    /// report a call for each push (B121); nil is the phone's own.
    public var linkedSDK: Int?

    /// The two values of `aps-environment`.
    public enum PushEnvironment: Hashable, Sendable {
        /// A build that Xcode ran: iOS 26 shows its developer dialogs (B130).
        case development
        /// A build from TestFlight or the App Store.
        case production
    }

    /// Describes an app.
    ///
    /// - Parameters:
    ///   - name: What the phone calls it.
    ///   - backgroundModes: What it may do in the background.
    ///   - sounds: Which sound files it brings.
    ///   - pushEnvironment: Its `aps-environment`; nil leaves the entitlement out.
    ///   - linkedSDK: The SDK that it was linked with.
    public init(
        name: String? = nil,
        backgroundModes: [String] = ["audio", "voip"],
        sounds: [String]? = nil,
        pushEnvironment: PushEnvironment? = .development,
        linkedSDK: Int? = nil
    ) {
        self.pushEnvironment = pushEnvironment
        self.linkedSDK = linkedSDK
        self.name = name
        self.backgroundModes = backgroundModes
        self.sounds = sounds
    }
}
