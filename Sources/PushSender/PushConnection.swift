// SPDX-License-Identifier: Apache-2.0
import OCKHTTP2

/// One connection of a sender, and what it has to remember about it.
final class PushConnection {
    let session: HTTP2ClientSession
    /// The value of `authorization`; nil where a certificate does it.
    private(set) var authorization: [UInt8]?
    private(set) var tokenSerial = 0
    /// Since when it uses its token, on the monotonic clock of the sender.
    private(set) var tokenSince: Int64 = 0
    /// Whether an answer has come over it.
    var hasAnswered = false
    /// Why it ends; nil while nobody has said so.
    var farewell: Farewell?
    var introduced = PushEncoder.Introduced()

    init(_ session: HTTP2ClientSession) { self.session = session }

    func use(_ token: ProviderTokenKeeper.Token, since now: Int64) {
        authorization = token.authorization
        tokenSerial = token.serial
        tokenSince = now
    }
}
