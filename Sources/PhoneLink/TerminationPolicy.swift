// SPDX-License-Identifier: Apache-2.0
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif
package import CallModel

/// How a session ends when its process may not go on.
package enum TerminationPolicy: Sendable {
    /// A real process: the words that Apple's system would print, then the end.
    case endProcess
    /// A test: the link is severed, nothing more is delivered, and the reason is handed over, once,
    /// on the thread where the breach was found.
    case sever(@Sendable (Termination) -> Void)
}

/// Ends this process as the phone's rules demand.
///
/// Bytes for the phone must have left before.
func endProcess(_ reason: Termination) -> Never {
    fflush(nil)
    switch reason {
    case .pushHandledWithoutReport:
        // Apple's own words, which people search for (B121).
        writeToStandardError(
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', "
                + "reason: 'Killing app because it never posted an incoming call to the system "
                + "after receiving a PushKit VoIP push.'"
        )
        abort()
    case .pushNotReportedInTime:
        writeToStandardError(
            "*** Terminating app: exception code 0xBAADCA11: no incoming call was reported in time "
                + "after a PushKit VoIP push."
        )
        abort()
    case .launchTookTooLong:
        writeToStandardError(
            "*** Terminating app: exception code 0x8badf00d: the app's delegate did not finish "
                + "launching in time; it blocks the main thread."
        )
        abort()
    case .closedByUser:
        // Not exit(): it would run the app's clean-up beside threads that still use what it frees.
        _exit(0)
    }
}
