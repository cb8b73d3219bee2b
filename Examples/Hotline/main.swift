// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Prints a line at once, also into a pipe.
func log(_ line: String) {
    FileHandle.standardOutput.write(Data("Hotline: \(line)\n".utf8))
}

_ = CallService.shared
PushService.shared.start()
log("ready")
dispatchMain()
