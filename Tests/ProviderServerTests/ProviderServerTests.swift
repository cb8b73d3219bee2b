// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKNetworking
import PushSender
import Synchronization
import Testing

@testable import ProviderServer

@Suite(.timeLimit(.minutes(10))) struct ProviderServerTests {
    private static let call = #"{"to":"ann","from":"0123456789"}"#

    @Test("A token is registered once, listed by its head, deleted, and unknown from then on")
    func tokens() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        #expect(try stage.register("00FFaabbcc").status == 201)
        #expect(try stage.register("00ffAABBCC").status == 200)
        let list = try stage.ask("GET", "/tokens")
        #expect(list.status == 200)
        #expect(list.body.contains(#""token":"00ffaabb""#))
        #expect(!list.body.contains("00ffaabbcc"))
        #expect(list.head.contains("content-type: application/json"))
        #expect(try stage.ask("GET", "/tokens?user=an%6e").body.contains("00ffaabb"))
        #expect(try stage.ask("GET", "/tokens?user=bob").body.contains(#""tokens":[]"#))
        #expect(try stage.ask("DELETE", "/tokens/00ffaabbcc").status == 204)
        #expect(try stage.ask("DELETE", "/tokens/00ffaabbcc").status == 404)
        #expect(!stage.log.content.joined().contains("00ffaabbcc"))
    }

    @Test("A call sends one push for each of the user's tokens, and tells what became of each")
    func call() throws {
        let stage = try ProviderStage(environments: [.production, .development])
        defer { stage.clean() }
        _ = try stage.register("aa", environment: "development")
        _ = try stage.register("bb")
        _ = try stage.register("cc", user: "bob")
        stage.sender.answer { push in
            push.token == "aa"
                ? ProviderStage.receipt : ProviderStage.refusal(429, "TooManyRequests")
        }
        let answer = try stage.ask(
            "POST", "/calls",
            #"{"to":"ann","from":"+49123","name":"Bob","video":true,"#
                + #""call":"8C36E1B2-0B0F-4B58-9C0A-6D5C1B1E1A11"}"#)
        #expect(answer.status == 200)
        #expect(answer["call"] == "8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11")
        #expect(answer.body.contains(#""id":"id""#))
        #expect(answer.body.contains(#""reason":"TooManyRequests""#))
        let pushes = stage.sender.pushes
        #expect(Set(pushes.map(\.token)) == ["aa", "bb"])
        for push in pushes {
            #expect(push.notification.topic == "com.example.hotline.voip")
            #expect(push.notification.pushType == .voip)
            #expect(push.notification.expiration == 0)
            #expect(push.notification.priority == 10)
            let payload = String(decoding: push.notification.payload, as: UTF8.self)
            let start =
                #"{"aps":{},"call":"8c36e1b2-0b0f-4b58-9c0a-6d5c1b1e1a11","#
                + #""handle":"+49123","name":"Bob","timestamp":"#
            #expect(payload.hasPrefix(start))
            #expect(payload.hasSuffix(#","video":true}"#))
        }
    }

    @Test("A call gets a UUID of its own, rings one app on request, and may wait some seconds")
    func choices() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        _ = try stage.register("aa")
        _ = try stage.register("bb", bundle: "com.example.other")
        stage.sender.answer { _ in ProviderStage.receipt }
        let before = EventLoop.wallClockMilliseconds() / 1000
        let body = #"{"to":"ann","from":"x","bundle":"com.example.other","expires":30}"#
        let first = try stage.ask("POST", "/calls", body)
        let second = try stage.ask("POST", "/calls", body)
        #expect(first["call"]?.count == 36)
        #expect(first["call"] != second["call"])
        #expect(stage.sender.pushes.map(\.token) == ["bb", "bb"])
        let expiration = try #require(stage.sender.pushes.first?.notification.expiration)
        #expect((before + 30...before + 90).contains(expiration))
    }

    @Test("No accepted push is 502, a silent push service too, and no token 404")
    func notAccepted() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        #expect(try stage.ask("POST", "/calls", Self.call).status == 404)
        _ = try stage.register("aa")
        let silent = try stage.ask("POST", "/calls", Self.call)
        #expect(silent.status == 502)
        #expect(silent.body.contains("no answer to the push in time"))
        stage.sender.answer { _ in ProviderStage.refusal(403, "InvalidProviderToken") }
        let refused = try stage.ask("POST", "/calls", Self.call)
        #expect(refused.status == 502)
        #expect(refused.body.contains("InvalidProviderToken"))
        #expect(try stage.ask("GET", "/tokens").body.contains(#""token":"aa""#))
    }

    @Test(
        "A token that is dead or of another place is forgotten, and no other",
        arguments: [
            (410, "Unregistered", true), (410, "ExpiredToken", true),
            (400, "BadDeviceToken", true), (400, "DeviceTokenNotForTopic", true),
            (400, "BadTopic", false), (503, "ServiceUnavailable", false), (410, "New", false),
        ])
    func forgotten(status: Int, reason: String, isRemoved: Bool) throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        _ = try stage.register("aa")
        let timestamp = status == 410 ? Int64.max / 2 : nil
        stage.sender.answer { _ in
            ProviderStage.refusal(status, reason, timestamp: timestamp)
        }
        let answer = try stage.ask("POST", "/calls", Self.call)
        #expect(answer.body.contains(#""isRemoved":true"#) == isRemoved)
        let isGone = try stage.ask("GET", "/tokens").body.contains(#""tokens":[]"#)
        #expect(isGone == isRemoved)
    }

    @Test("A token that was registered after it died is kept")
    func registeredLater() throws {
        let stage = try ProviderStage()
        defer { stage.clean() }
        _ = try stage.register("aa")
        stage.sender.answer { _ in
            ProviderStage.refusal(410, "Unregistered", timestamp: 1_454_948_015_990)
        }
        let answer = try stage.ask("POST", "/calls", Self.call)
        #expect(answer.body.contains(#""isRemoved":false"#))
        #expect(try stage.ask("GET", "/tokens").body.contains(#""token":"aa""#))
    }

    @Test("Tokens are there again after a restart, and a token moves with its phone's new user")
    func restart() throws {
        let first = try ProviderStage()
        _ = try first.register("aa")
        _ = try first.register("aa", user: "bob")
        first.server.stop { first.test.stop() }
        try first.test.run()
        #expect(first.sender.state.withLock { $0.isShutDown })
        let second = try ProviderStage(path: first.path)
        defer { second.clean() }
        #expect(try second.ask("GET", "/tokens?user=ann").body.contains(#""tokens":[]"#))
        #expect(try second.ask("GET", "/tokens?user=bob").body.contains(#""token":"aa""#))
    }
}
