// SPDX-License-Identifier: Apache-2.0

/// What an app says of its calling service: `CXProviderConfiguration` as a value, with Apple's
/// defaults.
package struct ProviderConfiguration: Hashable, Sendable, Codable {
    package var localizedName: String?
    /// A file name in the app's bundle; nil is the system's ring tone (B115).
    package var ringtoneSound: String?
    package var maximumCallGroups = 2
    package var maximumCallsPerCallGroup = 5
    package var includesCallsInRecents = true
    package var supportsVideo = false
    package var supportsAudioTranslation = false
    /// In the order of the raw values, so that equal configurations are equal bytes.
    package var supportedHandleKinds: [Handle.Kind] = []

    package init() {}
}

/// A provider of one app process, numbered by the app side in the order of creation.
package struct ProviderID: Hashable, Sendable, Comparable, Codable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
