// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the two daemons' sub-commands have in common.
extension Option {
    static let trace = Option(
        "trace",
        "print each step as it happens as JSON; `at` is in nanoseconds"
    )
    static let daemonFault = Option(
        "fault",
        value: "STEP",
        "a step that must not happen",
        isHidden: true
    )
}

extension Invocation {
    /// - Throws: A usage failure for a step that does not exist.
    func faults() throws(CommandFailure) -> Set<TimelineStep> {
        guard let name = self[.daemonFault] else { return [] }
        guard let step = TimelineStep(rawValue: name) else {
            throw .usage("--fault takes a step of the timeline, not '\(name)'", command)
        }
        return [step]
    }

    /// The option that names this home, with a blank before it, for a command line to paste.
    var homeWords: String { self[.home].map { " --home \(shellWord($0))" } ?? "" }
}
