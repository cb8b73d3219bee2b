// SPDX-License-Identifier: Apache-2.0
import Foundation

// What every app does before its first line: it starts, with Foundation in it, and here ends again.
exit(EXIT_SUCCESS)
