// SPDX-License-Identifier: Apache-2.0

/// Runs closures on a loop's thread, from any thread.
package struct LoopPoster: Sendable {
    let mailbox: Mailbox

    /// Leaves a closure for the loop.
    ///
    /// Those of one thread run in the order in which it posted them.
    ///
    /// Never blocks for longer than a short lock. After the loop is gone the closure is dropped.
    package func post(_ body: @escaping @Sendable () -> Void) { mailbox.post(body) }
}
