// SPDX-License-Identifier: Apache-2.0
import CallModel

/// What the phone waits for, each with one deadline at most.
enum Deadline: Hashable, Sendable {
    /// The row of a new call in Recents; then it rings without one.
    case record(CallKey)
    /// An answer to a ringing call; then the system ends it (B25).
    case ring(CallKey)
    /// An End that waits for its app's provider; then the call ends without it (B31).
    case waitingEnd(CallKey)
    /// The next digits of a dialled text (B97).
    case digits(CallKey)
    /// The system's taking in of a provider (B12).
    case registration(ProviderKey)
    /// The completion of an action; then it has failed (B35).
    case action(ActionKey)
    /// The report of a call after a push (B122).
    case report(DeliveryKey)
    /// What extensions say of a caller; then the call rings without it.
    case identification(IdentifyTicket)
    /// The end of a load of a call directory (B153).
    case directoryLoad(DirectoryLoadID)
    /// The next end of the time for which data of extensions stays whose apps are gone (B162).
    case directoryRemoval
    /// The connection of a process that was started.
    case launch(LaunchID)
    /// The end of the launching of a process that has an app delegate.
    case finishedLaunching(SessionID)
    /// The app's word that its delegate has heard of its end.
    case finishedClosing(SessionID)
}
