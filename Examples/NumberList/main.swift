// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Prints a line at once, also into a pipe.
func log(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("Number List: \(line)\n".utf8))
}

NumberListService.shared.reload()
log("ready")
dispatchMain()
