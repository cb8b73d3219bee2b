// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What a sub-command has done that shows nothing, as a script reads it; a person hears nothing.
struct Deed: Encodable {
    let did: String
    var call: CallID?
    var bundle: BundleID?

    /// Prints the line where `--json` asks for it.
    ///
    /// - Throws: As ``Output/json(_:)``.
    func tell(_ invocation: Invocation) throws(CommandFailure) {
        if invocation.has(.json) { try Output.json(self) }
    }
}
