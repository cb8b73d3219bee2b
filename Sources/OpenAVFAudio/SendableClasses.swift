// SPDX-License-Identifier: Apache-2.0
import Foundation

// Apple's AVFAudio does not say that these are Sendable. They are, so that an app of either
// language mode may use them from its own queues; what must build with Apple's SDK too is checked
// without.
#if !APPLE_PARITY
// Sendable because all that varies is locked.
extension AVAudioSession: @unchecked Sendable {}

// Sendable because all is constant.
extension AVAudioSession.DeactivationContext: @unchecked Sendable {}

// Sendable because all is constant.
extension AVAudioSessionRouteDescription: @unchecked Sendable {}

// Sendable because `port` is constant and `wishes` is locked.
extension AVAudioSessionPortDescription: @unchecked Sendable {}

// Sendable because all is constant.
extension AVAudioSessionChannelDescription: @unchecked Sendable {}

// Sendable because `source` and `port` are constant and `wishes` is locked.
extension AVAudioSessionDataSourceDescription: @unchecked Sendable {}

// Sendable because `consent` is locked and `link` is constant.
extension AVAudioApplication: @unchecked Sendable {}
#endif
