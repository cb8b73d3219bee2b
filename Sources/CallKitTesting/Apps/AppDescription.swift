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

    /// Describes an app.
    ///
    /// - Parameters:
    ///   - name: What the phone calls it.
    ///   - backgroundModes: What it may do in the background.
    ///   - sounds: Which sound files it brings.
    public init(
        name: String? = nil,
        backgroundModes: [String] = ["audio", "voip"],
        sounds: [String]? = nil
    ) {
        self.name = name
        self.backgroundModes = backgroundModes
        self.sounds = sounds
    }
}
