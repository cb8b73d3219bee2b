// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import PhoneHost
import OCKStorage

/// A load on the loop's side, from the order to the outcome.
///
/// Loop thread only.
final class ExtensionLoad {
    let order: DirectoryLoadOrder
    let bundle: DirectoryBundle
    /// The extension's own log, which gets what its makers need to know.
    let log: String
    let cancel: LoadCancel
    let progress: (Int) -> Void
    let outcome: (DirectoryLoadOutcome) -> Void

    /// What the phone has started; the extension may also run elsewhere, in a debugger.
    var process: ExtensionProcess?
    /// How that has ended; nil while it has not.
    var exit: ExitWords?
    /// The one connection that may become the load's.
    var greeting: ExtensionGreeting?
    /// The load's thread has the connection.
    var isRunning = false
    /// Its process was refused, and is to hear why before it is ended.
    var wasRefused = false

    /// - Throws: ``FileError`` where the process has no descriptor left.
    init(
        _ order: DirectoryLoadOrder,
        bundle: DirectoryBundle,
        log: String,
        progress: @escaping (Int) -> Void,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) throws(FileError) {
        cancel = try LoadCancel()
        self.order = order
        self.bundle = bundle
        self.log = log
        self.progress = progress
        self.outcome = outcome
    }

    var id: ExtensionID { order.extensionID }

    /// Whether a process that connects now can be the load's.
    var awaitsConnection: Bool { process != nil && greeting == nil && !isRunning }
}
