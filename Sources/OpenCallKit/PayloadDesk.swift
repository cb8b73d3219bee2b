// SPDX-License-Identifier: Apache-2.0
import Dispatch
import PhoneLink

/// Where the completions of reported payloads run (B136): one private serial queue for each
/// session.
final class PayloadDesk: Sendable {
    let queue = DispatchQueue(label: "com.apple.CallKit.CXProvider.payloads")

    static func of(_ session: AppSession) -> PayloadDesk {
        let desk = session.attachment { PayloadDesk() }
        session.use(desk.queue, for: desk)
        return desk
    }
}
