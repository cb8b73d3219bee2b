// SPDX-License-Identifier: Apache-2.0
import CrashCollector

/// Tells the maker of a crash reporter, which has no Linux version, what went wrong.
class Reporter {
    static let shared = Reporter()

    func report(_ error: Error) { CrashCollector.record(error) }
}
