// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import PhoneCore

/// The data of call directory extensions: loads it, keeps it, and looks numbers up.
///
/// It belongs to the host's owner, who makes every call and on whose thread or queue it calls back.
package protocol CallDirectories: AnyObject {
    /// What earlier runs of the phone have loaded; read once, at the start.
    var standing: [DirectoryStanding] { get }

    /// Set by the host; called when data turns out damaged, and stands no more.
    ///
    /// Where that cannot be, there is nothing to keep it.
    var onLost: ((ExtensionID) -> Void)? { get set }

    /// Runs an extension; one at a time.
    ///
    /// New data takes the place of the old whole, or not at all.
    ///
    /// - Parameters:
    ///   - order: What to run, and within which limits.
    ///   - progress: How many entries have come so far; as often as is cheap, never after the
    ///     outcome.
    ///   - outcome: Called once, also after a cancel.
    func load(
        _ order: DirectoryLoadOrder,
        progress: @escaping (_ entries: Int) -> Void,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    )

    /// Ends that load's process; its outcome follows.
    ///
    /// A load that has ended is legal.
    func cancel(_ load: DirectoryLoadID)

    /// Forgets an extension's data; one without any is legal.
    func removeData(of id: ExtensionID)

    /// Looks a number up in the data of these extensions, first one first.
    ///
    /// Data that cannot be read counts as none. An extension without data is legal.
    ///
    /// - Parameters:
    ///   - number: The country's code and the digits (E.164).
    ///   - ids: Whom to ask, in that order.
    ///   - completion: Called once, as soon as it is known: a call waits for it.
    func identify(
        _ number: Int64,
        in ids: [ExtensionID],
        completion: @escaping (CallerIdentification) -> Void
    )
}

extension CallDirectories {
    package var onLost: ((ExtensionID) -> Void)? {
        get { nil }
        set {}
    }
}

/// A phone that runs no extensions: each load is interrupted, and nobody is known.
package final class NoCallDirectories: CallDirectories {
    package let standing: [DirectoryStanding] = []

    package init() {}

    package func load(
        _ order: DirectoryLoadOrder,
        progress: @escaping (_ entries: Int) -> Void,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) {
        outcome(.failed(DirectoryFailure(.loadingInterrupted, "this phone runs no extensions")))
    }

    package func cancel(_ load: DirectoryLoadID) {}

    package func removeData(of id: ExtensionID) {}

    package func identify(
        _ number: Int64,
        in ids: [ExtensionID],
        completion: @escaping (CallerIdentification) -> Void
    ) {
        completion(CallerIdentification())
    }
}
