// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKWire
import Testing

@Suite struct DeliveryFrameTests {
    private func delivery(_ payload: [UInt8], _ expiration: Int64?) -> PushDelivery {
        PushDelivery(
            id: PushID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210),
            number: .max,
            bundle: "com.example.Hot-line_1",
            environment: expiration == nil ? .development : .production,
            kind: expiration == 0 ? .alert : .voip,
            payload: Bytes(payload),
            expiration: expiration,
            acceptedAt: 1_790_000_000_123
        )
    }

    @Test("What is written by hand is what the coder writes, at each length and for each date")
    func deliveries() throws {
        for count in [0, 1, 2, 3, 4, 63, 200, 5_120] {
            for expiration in [nil, 0, 7, -5, .min, .max] as [Int64?] {
                let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
                let push = delivery(payload, expiration)
                var bytes: [UInt8] = [9]
                #expect(DeliveryFrame.append(push, to: &bytes))
                let frame = try MessageCoder.frame(GatewayMessage.deliver(push))
                #expect(Array(bytes.dropFirst()) == frame, "\(count) \(expiration ?? -1)")
            }
        }
    }

    @Test("What is not so simple is left to the coder, and nothing is appended")
    func others() {
        var push = delivery([], 0)
        var bytes: [UInt8] = []
        for bundle in ["com.example.\"", "Über", "a/b"] {
            push.bundle = bundle
            #expect(!DeliveryFrame.append(push, to: &bytes))
        }
        push.bundle = "a"
        push.payload = Bytes([UInt8](repeating: 0, count: 60_000))
        #expect(!DeliveryFrame.append(push, to: &bytes))
        #expect(bytes.isEmpty)
    }

    @Test("An acknowledgement is read as the coder reads it, and nothing else is taken for one")
    func acknowledgements() throws {
        let id = PushID(high: 0xA0B1_C2D3_E4F5_0617, low: 0x0FED_CBA9_8765_4321)
        for number in [0, 1, 9_999_999_999, 1 << 62] as [UInt64] {
            let body = try MessageCoder.encode(DeviceMessage.acknowledge(id, number: number))
            let read = DeliveryFrame.acknowledgement(body)
            #expect(read?.id == id)
            #expect(read?.number == number)
            for end in 0..<body.count {
                #expect(DeliveryFrame.acknowledgement(Array(body[..<end])) == nil)
            }
            #expect(DeliveryFrame.acknowledgement(body + [0x20]) == nil)
        }
        let others: [DeviceMessage] = [.ping(1), .hello(version: 2, .activation(code: "x"))]
        for message in others {
            #expect(DeliveryFrame.acknowledgement(try MessageCoder.encode(message)) == nil)
        }
        let large = try MessageCoder.encode(DeviceMessage.acknowledge(id, number: .max))
        #expect(DeliveryFrame.acknowledgement(large) == nil)
    }
}
