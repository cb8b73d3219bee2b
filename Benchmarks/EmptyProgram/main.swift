// SPDX-License-Identifier: Apache-2.0
import Foundation

// An empty program that links Foundation. The one use of it is there because a linker leaves out a
// library that nobody uses; it writes nothing.
FileHandle.standardOutput.write(Data())
