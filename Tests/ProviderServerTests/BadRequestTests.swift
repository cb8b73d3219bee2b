// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import Synchronization
import Testing

@testable import ProviderServer

@Suite(.timeLimit(.minutes(10))) struct BadRequestTests {
    private static func registration(_ field: String, _ value: String) -> String {
        var fields = [
            ("user", #""ann""#), ("bundle", #""com.example.hotline""#),
            ("environment", #""production""#), ("token", #""00ff""#),
        ]
        fields = fields.map { $0.0 == field ? ($0.0, value) : $0 }
        let members = fields.filter { $0.1 != "-" }.map { "\"\($0.0)\":\($0.1)" }
        return "{\(members.joined(separator: ","))}"
    }

    @Test(
        "A wrong field of a token is named with its rule",
        arguments: [
            ("user", "-"), ("user", "5"), ("user", "null"), ("user", #""""#),
            ("user", "\"\(String(repeating: "x", count: 257))\""), ("user", #""a\u0007""#),
            ("bundle", "-"), ("bundle", #""com.example.hotline.voip""#), ("bundle", #""a b""#),
            ("environment", "-"), ("environment", #""prod""#), ("environment", #""development""#),
            ("token", "-"), ("token", #""<00ff>""#), ("token", #""00f""#), ("token", #""""#),
            ("token", "\"\(String(repeating: "00", count: 201))\""), ("token", "[1]"),
        ])
    func fields(field: String, value: String) throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        let answer = try stage.ask("PUT", "/tokens", Self.registration(field, value))
        #expect(answer.status == 400)
        #expect(answer["field"] == field)
        #expect(answer["error"]?.contains(field) == true)
        #expect(try stage.ask("GET", "/tokens").body.contains(#""tokens":[]"#))
    }

    @Test(
        "A wrong field of a call is named with its rule",
        arguments: [
            ("to", #"{"from":"x"}"#), ("from", #"{"to":"ann"}"#),
            ("from", #"{"to":"ann","from":""}"#), ("name", #"{"to":"ann","from":"x","name":7}"#),
            ("video", #"{"to":"ann","from":"x","video":"yes"}"#),
            ("call", #"{"to":"ann","from":"x","call":"42"}"#),
            ("expires", #"{"to":"ann","from":"x","expires":-1}"#),
            ("expires", #"{"to":"ann","from":"x","expires":1e99}"#),
            ("expires", #"{"to":"ann","from":"x","expires":1.5}"#),
            ("bundle", #"{"to":"ann","from":"x","bundle":""}"#),
        ])
    func callFields(field: String, body: String) throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        _ = try stage.register("aa")
        let answer = try stage.ask("POST", "/calls", body)
        #expect(answer.status == 400)
        #expect(answer["field"] == field)
        #expect(stage.sender.pushes.isEmpty)
    }

    @Test(
        "What is no JSON, too long, of another type, or at another path has its own status",
        arguments: [
            (400, "PUT", "/tokens", "{", "application/json"),
            (400, "PUT", "/tokens", "[]", "application/json"),
            (400, "PUT", "/tokens", "", "application/json"),
            (400, "PUT", "/tokens", "\u{FFFD}", "application/json"),
            (415, "PUT", "/tokens", "{}", "text/plain"),
            (415, "POST", "/calls", "{}", "application/x-www-form-urlencoded"),
            (400, "POST", "/calls", "{}", "Application/JSON; charset=utf-8"),
            (400, "GET", "/tokens?name=ann", "", "application/json"),
            (400, "GET", "/tokens?user=%zz", "", "application/json"),
            (400, "DELETE", "/tokens/xyz", "", "application/json"),
            (404, "GET", "/", "", "application/json"),
            (404, "GET", "/tokensx", "", "application/json"),
            (405, "POST", "/tokens", "{}", "application/json"),
            (405, "GET", "/calls", "", "application/json"),
            (405, "PUT", "/tokens/00ff", "{}", "application/json"),
        ] as [(Int, String, String, String, String)])
    func requests(
        status: Int, method: String, path: String, body: String, type: String
    ) throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        let answer = try stage.ask(method, path, body.isEmpty ? nil : body, type: type)
        #expect(answer.status == status)
        #expect(answer["error"]?.isEmpty == false)
        #expect(answer.head.contains("allow:") == (status == 405))
    }

    @Test("A body over the limit is 413, and JSON that is nested without end is no crash")
    func bounds() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        let long = #"{"to":"\#(String(repeating: "x", count: 20_000))"}"#
        #expect(try stage.ask("POST", "/calls", long).status == 413)
        let deep = String(repeating: "[", count: 15_000)
        #expect(try stage.ask("POST", "/calls", deep).status == 400)
        _ = try stage.register("aa")
        #expect(try stage.ask("POST", "/calls", #"{"to":"bob","from":"x"}"#).status == 404)
    }

    @Test("A user has at most a hundred tokens; a known one is renewed all the same")
    func manyTokens() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        for number in 100..<200 {
            let status = try stage.register("0\(number)").status
            #expect(status == 201)
        }
        let answer = try stage.register("ffff")
        #expect(answer.status == 409)
        #expect(answer["field"] == "user")
        #expect(try stage.register("0150").status == 200)
        #expect(try stage.register("ffff", user: "bob").status == 201)
    }

    @Test("Over the limit of calls the answer is 503; a stop waits for those under way")
    func manyCalls() throws {
        let stage = try ProviderStage { $0.maximumCallCount = 1 }
        defer { stage.clean() }
        _ = try stage.register("aa")
        stage.sender.answer { _ in nil }
        let body = #"{"to":"ann","from":"x"}"#
        var statuses: [Int] = []
        // Either may come first; the other is refused, and is the one that is answered now.
        for _ in 0..<2 {
            stage.post("POST", "/calls", body) { [test = stage.test] in
                statuses.append($0.status)
                if $0.status == 503 { test.stop() }
            }
        }
        try stage.test.run()
        #expect(statuses == [503])
        // Read from the store after the call's tokens, so that the push is out by then.
        #expect(try stage.ask("GET", "/tokens").status == 200)
        stage.server.stop { [test = stage.test] in test.stop() }
        let refused = try stage.ask("POST", "/calls", body)
        #expect(refused.status == 503)
        #expect(stage.sender.pushes.count == 1)
        for completion in stage.sender.state.withLock({ $0.waiting }) {
            completion(ProviderStage.receipt)
        }
        while statuses.count < 2 { try stage.test.run() }
        #expect(statuses == [503, 200])
    }
}
