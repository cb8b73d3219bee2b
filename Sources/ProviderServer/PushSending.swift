// SPDX-License-Identifier: Apache-2.0
package import PushSender

/// What a provider's server sends its pushes through.
package protocol PushSending: Sendable {
    /// Sends a push; `completion` is called once, from any thread, which must not wait in it.
    func send(
        _ push: AddressedPush, completion: @escaping @Sendable (PushOutcome) -> Void)

    /// Sends nothing any more.
    func shutDown()
}

extension PushSender: PushSending {}
