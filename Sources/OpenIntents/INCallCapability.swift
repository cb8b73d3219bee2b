// SPDX-License-Identifier: Apache-2.0

/// Whether a call is to have video.
public enum INCallCapability: Int, Sendable {
    /// Nobody has said.
    case unknown = 0
    /// Sound alone.
    case audioCall = 1
    /// Sound and video.
    case videoCall = 2
}
