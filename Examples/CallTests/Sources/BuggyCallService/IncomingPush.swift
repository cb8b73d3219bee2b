// SPDX-License-Identifier: Apache-2.0
import Foundation

/// What a push says of a call.
struct IncomingPush {
    let call: UUID
    let caller: String
    let name: String?

    /// Nil where the payload is not as agreed with the server.
    init?(_ payload: [AnyHashable: Any]) {
        guard let text = payload["call"] as? String, let call = UUID(uuidString: text),
            let caller = payload["caller"] as? String
        else { return nil }
        self.call = call
        self.caller = caller
        name = payload["name"] as? String
    }

    /// A call that nobody can take, for a push that cannot be read.
    static var unreadable: IncomingPush { IncomingPush(call: UUID(), caller: "unknown") }

    private init(call: UUID, caller: String) {
        self.call = call
        self.caller = caller
        name = nil
    }
}
