// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CallModel

/// Messages as JSON with sorted keys: equal messages are equal bytes, in every process.
package enum MessageCoder {
    /// - Throws: ``FrameError/tooLong(_:limit:)`` for a message over ``Limits/frameByteCount``.
    package static func encode(_ message: some Encodable) throws(FrameError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let body: [UInt8]
        do {
            body = Array(try encoder.encode(message))
        } catch {
            throw .malformed(String(describing: error))
        }
        guard body.count <= Limits.frameByteCount else {
            throw .tooLong(body.count, limit: Limits.frameByteCount)
        }
        return body
    }

    /// - Throws: ``FrameError/malformed(_:)`` for anything that is not such a message.
    package static func decode<Message: Decodable>(
        _ type: Message.Type,
        from body: [UInt8]
    ) throws(FrameError) -> Message {
        guard body.count <= Limits.frameByteCount else {
            throw .tooLong(body.count, limit: Limits.frameByteCount)
        }
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw .malformed("\(type)")
        }
    }

    /// A whole frame: length and body.
    package static func frame(_ message: some Encodable) throws(FrameError) -> [UInt8] {
        try OCKWire.frame(try encode(message))
    }
}
