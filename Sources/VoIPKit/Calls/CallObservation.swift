// SPDX-License-Identifier: Apache-2.0

/// That something is being watched: keep it for as long as you watch.
@MainActor public final class CallObservation {
    /// What is told; nobody else keeps it alive.
    private var observer: AnyObject?

    init(_ observer: AnyObject) { self.observer = observer }

    /// Stops it: nothing more is told, not even what is on its way.
    ///
    /// To let go of the observation does the same.
    public func cancel() { observer = nil }
}
