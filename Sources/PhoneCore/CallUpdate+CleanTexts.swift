// SPDX-License-Identifier: Apache-2.0
import CallModel

extension CallUpdate {
    /// The update with texts that a screen can show.
    ///
    /// This is the one place where those of calls are cleaned.
    var withCleanTexts: CallUpdate {
        var clean = self
        clean.localizedCallerName = localizedCallerName?.withoutControls
        clean.remoteHandle?.value = remoteHandle?.value.withoutControls ?? ""
        return clean
    }
}
