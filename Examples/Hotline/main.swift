// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Prints a line at once, also into a pipe; where nobody takes it, calls matter more.
func log(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("Hotline: \(line)\n".utf8))
}

_ = CallService.shared
PushService.shared.start()
CallDirectoryService.update()
log("ready")
dispatchMain()
