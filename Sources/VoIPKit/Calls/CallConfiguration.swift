// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What an app tells the system of its calls, once, when it makes its ``CallManager``.
public struct CallConfiguration: Hashable, Sendable {
    /// How many calls may stand side by side, conferences counting as one (B89).
    ///
    /// Two at least lets people hold one and answer another; with one, a second call can only
    /// replace the first (B90).
    public var maximumCallGroups = 2
    /// How many calls a conference may have; one is none.
    public var maximumCallsPerCallGroup = 1
    /// Whether the app has video calls.
    public var supportsVideo = false
    /// By what the other side may be reached; without a kind no call begins from Recents or
    /// Contacts with it (B112).
    public var handleKinds: Set<CallHandle.Kind> = [.generic, .phoneNumber]
    /// Whether finished calls are in the system's Recents (B111).
    public var includesCallsInRecents = true
    /// A sound file of the app's bundle; nil is the system's ringtone (B115).
    public var ringtoneSound: String?
    /// A PNG of the app's mask for the button on the system's screen, 40 points square.
    public var iconTemplateImageData: Data?
    /// What the system's screen may offer.
    public var features: CallFeatures = [.holding, .digits]

    /// Makes one with the values that the properties say.
    public init() {}
}
