// SPDX-License-Identifier: Apache-2.0

/// What takes the entries of a call directory, in the order in which its extension gave them.
///
/// What each call may throw is the sink's affair; the first error ends the load.
package protocol EntrySink: ~Copyable {
    /// What an entry that breaks a rule gives.
    associatedtype Failure: Error

    mutating func addBlocking(_ number: Int64) throws(Failure)
    /// The label is UTF-8, at most ``CallModel/Limits/directoryLabelByteCount`` bytes, and may be
    /// empty; it is gone after the call.
    mutating func addIdentification(
        _ number: Int64, label: UnsafeBufferPointer<UInt8>
    ) throws(Failure)
    mutating func removeBlocking(_ number: Int64) throws(Failure)
    /// Of a number all labels are removed (B146).
    mutating func removeIdentification(_ number: Int64) throws(Failure)
    mutating func removeAllBlocking() throws(Failure)
    mutating func removeAllIdentification() throws(Failure)
}
