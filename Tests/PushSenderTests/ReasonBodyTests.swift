// SPDX-License-Identifier: Apache-2.0
import PushSender
import Testing

/// The JSON in which servers refuse and leave.
@Suite struct ReasonBodyTests {
    private func body(_ text: String) -> ReasonBody? { ReasonBody(Array(text.utf8)) }

    @Test("A reason and its time are read, in the usual form and in any other")
    func forms() {
        #expect(body(#"{"reason":"BadDeviceToken"}"#)?.reason == "BadDeviceToken")
        let expired = body(#"{ "timestamp": 1900000000000, "reason": "Unregistered" }"#)
        #expect(expired?.reason == "Unregistered")
        #expect(expired?.timestamp == 1_900_000_000_000)
        #expect(body(#"{"reason":7}"#) == nil)
        #expect(body("not found") == nil)
    }

    @Test("A server's word moves no cursor and fills no screen, whatever it has escaped")
    func printable() {
        #expect(body(#"{"reason":"A\u001b[2J\u009b\n"}"#)?.reason == "A.[2J...")
        let long = String(repeating: "x", count: 1_000)
        #expect(body(#"{"reason":"-\#(long)"}"#)?.reason?.count == 200)
    }
}
