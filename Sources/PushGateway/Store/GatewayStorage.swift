// SPDX-License-Identifier: Apache-2.0
package import GatewayCore

/// Keeps what must outlive the gateway's process.
///
/// Called from one thread at a time: at start by the loop's before it runs, then by the worker's
/// alone.
package protocol GatewayStorage: Sendable {
    /// All that is stored.
    func load() throws(GatewayError) -> StoredState
    /// Carries out all changes in their order, or none of them; on return they are on disk.
    func commit(_ changes: [StoredChange]) throws(GatewayError)
    func close()
}
