// SPDX-License-Identifier: Apache-2.0
import Foundation
package import PhoneLink

/// The `UserDefaults` of app groups.
///
/// On Apple's systems the processes of a group see at once what one of them sets, and apps count on
/// it: they set something and reload their extension. Foundation elsewhere writes and reads a suite
/// when it is synchronized; so that is done where one process begins to wait for another.
package enum GroupDefaults {
    /// Writes what this process has set, and reads what others have.
    package static func synchronize(_ groups: AppGroupFolders) {
        #if !canImport(Darwin)
        for name in groups.sharedNames() {
            _ = UserDefaults(suiteName: name)?.synchronize()
        }
        #endif
    }
}
