// SPDX-License-Identifier: Apache-2.0

/// Who translates a call.
///
/// Apple's raw values are not published; these are this project's.
public enum CXTranslationEngine: Int, Sendable {
    /// The system.
    case `default` = 0
    /// The app.
    case custom = 1
}
