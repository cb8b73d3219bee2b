// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKWire
import PushGateway

/// Frames and messages: what is read can be written and read again, in whatever pieces it comes.
///
/// ```
/// byte 0   whose messages, and 0x80: the rest is a body without a frame
/// byte 1   how many bytes come at a time; 0 is all
/// ```
enum FrameFuzz {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        let kind = source.byte()
        let pieceByteCount = Int(source.byte())
        var stream = source.remainder()
        if kind & 0x80 != 0 {
            guard let framed = try? frame(stream) else { return }
            stream = framed
        }
        let whole = cut(stream, by: 0)
        let pieces = cut(stream, by: pieceByteCount)
        try require(whole == pieces, "the frames depend on the pieces in which they come")
        for body in whole.bodies.prefix(64) { try read(body, as: kind & 0x7F) }
    }

    private struct Cut: Equatable {
        var bodies: [[UInt8]] = []
        var error: FrameError?
    }

    private static func cut(_ stream: [UInt8], by count: Int) -> Cut {
        var reader = FrameReader()
        var cut = Cut()
        var rest = stream[...]
        do throws(FrameError) {
            while !rest.isEmpty {
                let piece = rest.prefix(count == 0 ? rest.count : count)
                rest = rest.dropFirst(piece.count)
                reader.append(piece)
                while let body = try reader.next() { cut.bodies.append(body) }
            }
        } catch {
            cut.error = error
        }
        return cut
    }

    private static func read(_ body: [UInt8], as kind: UInt8) throws(FuzzFinding) {
        switch kind % 12 {
        case 0: try compareAcknowledgement(body)
        case 1: try compareDelivery(body)
        case 2: try roundTrip(GatewayControlRequest.self, body)
        case 3: try roundTrip(GatewayControlReply.self, body)
        case 4: try roundTrip(AppRequest.self, body)
        case 5: try roundTrip(AppNotice.self, body)
        case 6: try roundTrip(UserMessage.self, body)
        case 7: try roundTrip(UserNotice.self, body)
        case 8: try roundTrip(ProviderKeyRecord.self, body)
        case 9: try roundTrip(DirectoryRequest.self, body)
        case 10: try roundTrip(DirectoryNotice.self, body)
        default: try EntryBatchFuzz.check(body)
        }
    }

    @discardableResult
    private static func roundTrip<Message: Codable & Equatable>(
        _ type: Message.Type, _ body: [UInt8]
    ) throws(FuzzFinding) -> Message? {
        guard let message = try? MessageCoder.decode(type, from: body) else { return nil }
        // Escapes may make it longer than a frame.
        guard let written = try? MessageCoder.encode(message) else { return message }
        let again = try? MessageCoder.decode(type, from: written)
        try require(again == message, "a \(type) changes when it is written and read")
        return message
    }

    /// The quick reader of acknowledgements says what the coder says, or nothing.
    private static func compareAcknowledgement(_ body: [UInt8]) throws(FuzzFinding) {
        let message = try roundTrip(DeviceMessage.self, body)
        guard let quick = DeliveryFrame.acknowledgement(body) else { return }
        try require(
            message == .acknowledge(quick.id, number: quick.number),
            "the two readers of an acknowledgement differ")
    }

    /// The quick writer of deliveries writes what the coder writes, or nothing.
    private static func compareDelivery(_ body: [UInt8]) throws(FuzzFinding) {
        guard case .deliver(let delivery)? = try roundTrip(GatewayMessage.self, body) else {
            return
        }
        var quick: [UInt8] = []
        guard DeliveryFrame.append(delivery, to: &quick) else {
            return try require(quick.isEmpty, "a refused delivery leaves bytes behind")
        }
        let slow = try? MessageCoder.frame(GatewayMessage.deliver(delivery))
        try require(quick == slow, "the two writers of a delivery differ")
    }
}
