// SPDX-License-Identifier: Apache-2.0
import PushSender
import Testing

@testable import OpenCallKitCommand

@Suite struct PushChecksTests {
    @Test(
        "A token as it is printed is told from the token",
        arguments: [
            ("00ff", nil), ("00FF", nil), (String(repeating: "0a", count: 100), nil),
            ("<00ff 11aa>", "printed"), ("00ff 11aa", "printed"),
            ("{length = 32, bytes = 0x0102 ... 2021 }", "leaves bytes out"),
            ("0ff", "odd"), ("xyz0", "'x'"), ("é0", "'é'"), ("../a", "'.'"),
        ] as [(String, String?)])
    func tokens(text: String, words: String?) {
        let fault = PushChecks.token(text)
        #expect((fault == nil) == (words == nil))
        #expect(words.map { fault?.contains($0) == true } ?? true)
    }

    @Test(
        "A payload that would be refused, or that no app can read, is named before it is sent",
        arguments: [
            ("{}", true, nil), (#" {"aps":{}}"#, true, nil), ("", true, "PayloadEmpty"),
            ("{", true, "not JSON"), ("[]", true, "no object"), ("5", true, "no object"),
            (#"{"x":"\#(String(repeating: "a", count: 5_111))"}"#, true, nil),
            (#"{"x":"\#(String(repeating: "a", count: 5_113))"}"#, true, "5121 bytes"),
            (#"{"x":"\#(String(repeating: "a", count: 4_200))"}"#, false, "4096"),
        ] as [(String, Bool, String?)])
    func payloads(text: String, isVoIP: Bool, words: String?) {
        let fault = PushChecks.payload(Array(text.utf8), isVoIP: isVoIP)
        #expect((fault == nil) == (words == nil))
        #expect(words.map { fault?.contains($0) == true } ?? true)
    }

    @Test("A topic has .voip exactly where the push type is voip")
    func topics() {
        #expect(PushChecks.topic("com.example.hotline.voip", isVoIP: true) == nil)
        #expect(PushChecks.topic("com.example.hotline", isVoIP: false) == nil)
        #expect(PushChecks.topic("com.example.hotline", isVoIP: true) != nil)
        #expect(PushChecks.topic("com.example.hotline.voip", isVoIP: false) != nil)
    }

    @Test("A forced token is written so that it can stand in a path")
    func encoding() {
        #expect(PushChecks.percentEncoded("<00ff é>") == "%3C00ff%20%C3%A9%3E")
    }

    @Test("The help of push send explains each reason, and push reasons lists them in its width")
    func reasons() {
        let help = HelpText(commands: CommandTool.commands).text(for: ["push", "send"])
        for reason in PushReason.all { #expect(help.contains(reason.rawValue)) }
        for line in PushReasonsCommand.list() { #expect(line.count <= 100) }
    }
}
