// SPDX-License-Identifier: Apache-2.0
import OCKNetworking

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPReply {
    /// Answers with a value as JSON with sorted keys, and a line break for those who read it in a
    /// terminal.
    func answer(_ status: Int, _ value: some Encodable, headers: [(String, String)] = []) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(value) else { return respond(status: 500) }
        respond(
            status: status, headers: [("content-type", "application/json")] + headers,
            body: Array(body) + [UInt8(ascii: "\n")])
    }

    /// Answers with what is wrong.
    func refuse(_ fault: RequestFault) {
        answer(
            fault.status, fault, headers: fault.allowedMethods.map { [("allow", $0)] } ?? [])
    }
}
