// SPDX-License-Identifier: Apache-2.0

/// Whether this program was linked with CallKit, which an app that uses VoIP pushes must be (B133).
enum CallKitLink {
    /// Its provider's class, by the name that the compiler gives it.
    ///
    /// This module must not import CallKit's, so it asks for the name.
    static let isThere = _typeByName("11OpenCallKit10CXProviderC") != nil

    /// Said where it is not.
    static let complaint =
        "PushKit apps that use VoIP push must link CallKit: a push must lead to a report, which "
        + "CXProvider makes (B121); add CallKit to the app's dependencies and import it"
}
