// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

@Suite struct TerminationTests {
    @Test("B121: a real process ends by SIGABRT with Apple's words")
    func withoutReport() async throws {
        let result = await #expect(
            processExitsWith: .signal(6),
            observing: [\.standardErrorContent]
        ) {
            AppSession(address: .socket(path: "/nonexistent"))
                .terminate(.pushHandledWithoutReport)
        }
        let words =
            "*** Terminating app due to uncaught exception 'NSInternalInconsistencyException', "
            + "reason: 'Killing app because it never posted an incoming call to the system "
            + "after receiving a PushKit VoIP push.'\n"
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(words))
    }

    @Test("B122: a process that did not report in time ends with 0xBAADCA11")
    func inTime() async throws {
        let result = await #expect(
            processExitsWith: .signal(6),
            observing: [\.standardErrorContent]
        ) {
            AppSession(address: .socket(path: "/nonexistent")).terminate(.pushNotReportedInTime)
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("0xBAADCA11"))
    }

    @Test("An app that its user closes ends quietly")
    func closed() async {
        await #expect(processExitsWith: .exitCode(0)) {
            AppSession(address: .socket(path: "/nonexistent")).terminate(.closedByUser)
        }
    }
}
