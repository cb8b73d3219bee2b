// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The app's defaults for a store that is made before it is isolated: as a default argument is, in
/// the Swift 5 language mode.
///
/// Sendable because `UserDefaults` may be used from any thread, as its documentation says.
struct SharedDefaults: @unchecked Sendable {
    let value: UserDefaults

    init(_ value: UserDefaults) { self.value = value }
}
