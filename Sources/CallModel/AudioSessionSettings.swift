// SPDX-License-Identifier: Apache-2.0

/// What an app asked of its audio session.
///
/// The strings are the C constants' names, as on Apple's systems.
package struct AudioSessionSettings: Hashable, Sendable, Codable {
    package var category: String
    package var mode: String
    /// `AVAudioSession.CategoryOptions.rawValue`.
    package var options: UInt

    package init(
        category: String = "AVAudioSessionCategorySoloAmbient",
        mode: String = "AVAudioSessionModeDefault",
        options: UInt = 0
    ) {
        self.category = category
        self.mode = mode
        self.options = options
    }
}
