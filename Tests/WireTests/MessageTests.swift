// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing
import OCKWire

@Suite struct MessageTests {
    private let call = CallID(high: 1, low: 2)

    @Test("Every request of an app reads back as it was written")
    func requests() throws {
        let action = CallAction(
            id: ActionID(high: 3, low: 4), call: call,
            kind: .start(.init(handle: Handle(kind: .emailAddress, value: "a@b"), isVideo: true)),
            timeout: WallTime(milliseconds: 5))
        let requests: [AppRequest] = [
            .hello(version: 1), .ping(7), .registerProvider(ProviderID(1), ProviderConfiguration()),
            .invalidateProvider(ProviderID(1)),
            .reportIncomingCall(
                IncomingCallReport(
                    request: RequestID(1), provider: ProviderID(1), call: call,
                    update: CallUpdate(localizedCallerName: "Zoë 🎈"), push: PushID(high: 1, low: 1))
            ),
            .updateCall(ProviderID(1), call, CallUpdate()),
            .reportEnded(ProviderID(1), call, at: nil, .remoteEnded),
            .reportConnected(ProviderID(1), call, at: WallTime(milliseconds: -1)),
            .requestTransaction(
                RequestID(2), CallTransaction(id: TransactionID(high: 5, low: 6), actions: [action])
            ),
            .completeAction(action.id, .fulfilled(at: WallTime(milliseconds: 9))),
            .completeAction(action.id, .unimplemented), .observeCalls,
            .desirePushTypes([voipPushType]),
            .pushReceived(PushID(high: 1, low: 1), at: MonotonicTime(nanoseconds: .max)),
            .pushHandled(PushID(high: 1, low: 1), isReported: true),
            .setAudioSession(AudioSessionSettings()), .setAudioSessionActive(RequestID(3), true),
        ]
        for request in requests {
            let body = try MessageCoder.encode(request)
            #expect(try MessageCoder.decode(AppRequest.self, from: body) == request)
        }
    }

    @Test("Equal messages are equal bytes, with sorted keys")
    func bytes() throws {
        let message = UserMessage(id: RequestID(1), request: .recents(limit: 5))
        #expect(
            String(decoding: try MessageCoder.encode(message), as: UTF8.self)
                == #"{"id":1,"request":{"recents":{"limit":5}}}"#)
    }

    @Test("What is no message is refused, and so is one over 64 KiB")
    func refused() throws {
        for text in ["", "{", "null", "[]", #"{"hello":{}}"#, #"{"unknown":{}}"#, "\u{0}\u{1}"] {
            #expect(throws: FrameError.self) {
                try MessageCoder.decode(AppRequest.self, from: Array(text.utf8))
            }
        }
        let name = String(repeating: "x", count: 65_536)
        #expect(throws: FrameError.self) {
            try MessageCoder.encode(
                AppRequest.updateCall(ProviderID(1), call, CallUpdate(localizedCallerName: name)))
        }
    }

    @Test("A push of 5,120 bytes fits a frame")
    func largestPush() throws {
        let notice = AppNotice.push(
            PushNotice(
                id: PushID(high: 1, low: 1), type: voipPushType,
                payload: Bytes([UInt8](repeating: 0xFF, count: Limits.voipPayloadByteCount)),
                mustReport: true))
        #expect(try MessageCoder.encode(notice).count < 8 * 1024)
    }
}
