// SPDX-License-Identifier: Apache-2.0
import LoopTesting
import OCKHTTP2
import OCKNetworking
import Testing

/// Requests that are submitted by number.
@Suite struct ClientSubmitTests {
    private func fields(_ path: String) -> HTTP2RequestFields {
        var fields = HTTP2RequestFields()
        fields.append(":method", "POST")
        fields.append(":scheme", "https")
        fields.append(":authority", "localhost".utf8)
        fields.append(":path", "/device/".utf8, then: path.utf8)
        fields.append("apns-id", "id-\(path)".utf8, indexing: .never)
        return fields
    }

    @Test("There is room once the settings came, as much as they say, and answers come by number")
    func room() throws {
        var limits = HTTP2Limits()
        limits.maximumConcurrentStreamCount = 3
        let test = try TestLoop()
        let pair = try SessionPair(test, limits: limits) { session, request in
            #expect(request.headers == [HTTP2Header("apns-id", "id-\(request.path.dropFirst(8))")])
            session.respond(
                to: request.streamID, status: 200, headers: request.headers, body: request.body)
        }
        #expect(pair.client.room == 0)
        #expect(!pair.client.submit(fields("early"), body: [], number: 99))
        var next: UInt64 = 0
        var answers: [UInt64: String] = [:]
        pair.client.onRoom = { [unowned client = pair.client] in
            #expect(client.room <= 3)
            while next < 100, client.submit(fields("\(next)"), body: [UInt8(next)], number: next) {
                next += 1
            }
            #expect(next == 100 || client.room == 0)
        }
        pair.client.onAnswer = { [unowned client = pair.client] number, answer in
            #expect(answer.body == [UInt8(number)])
            answers[number] = answer.withValue(of: "apns-id") {
                $0.map { String(decoding: $0, as: UTF8.self) }
            }
            if answers.count == 100 { client.close() }
        }
        pair.client.onFailure = { number, error in Issue.record("\(number): \(error)") }
        try pair.run()
        #expect(answers.count == 100)
        #expect(answers.allSatisfy { $0.value == "id-\($0.key)" })
    }

    @Test("Nobody hears of a request that was given up; the others have their answers")
    func cancel() throws {
        let test = try TestLoop()
        var waiting: [Int32] = []
        let pair = try SessionPair(test) { session, request in
            waiting.append(request.streamID)
            guard waiting.count == 2 else { return }
            for id in waiting { session.respond(to: id, status: 200) }
        }
        var answered: [UInt64] = []
        var hasSubmitted = false
        pair.client.onRoom = { [unowned client = pair.client] in
            guard !hasSubmitted else { return }
            hasSubmitted = true
            for number in UInt64(1)...3 {
                #expect(client.submit(fields("\(number)"), body: [1], number: number))
            }
            client.cancel(2)
            client.cancel(7)
        }
        pair.client.onAnswer = { [unowned client = pair.client] number, _ in
            answered.append(number)
            if answered.count == 2 { client.close() }
        }
        pair.client.onFailure = { number, error in Issue.record("\(number): \(error)") }
        try pair.run()
        #expect(answered.sorted() == [1, 3])
    }

    @Test("A session that retires takes no more, brings what it owes, and closes")
    func retire() throws {
        let test = try TestLoop()
        let pair = try SessionPair(test) { session, request in
            test.loop.later { session.respond(to: request.streamID, status: 204) }
        }
        var statuses: [Int] = []
        pair.client.onRoom = { [unowned client = pair.client] in
            guard client.isAccepting else { return }
            #expect(client.submit(fields("x"), body: [], number: 1))
            client.retire()
            #expect(client.room == 0)
            #expect(!client.submit(fields("y"), body: [], number: 2))
        }
        pair.client.onAnswer = { _, answer in statuses.append(answer.status) }
        try pair.run()
        #expect(statuses == [204])
    }
}
