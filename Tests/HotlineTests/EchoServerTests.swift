// SPDX-License-Identifier: Apache-2.0
import Foundation
import HotlineSignalling
import Testing

@testable import HotlineEcho

/// The far end over real sockets.
@Suite @MainActor struct EchoServerTests {
    private let server: EchoServer
    private let address: EchoAddress

    init() throws {
        server = try #require(EchoServer(port: 0, ringSeconds: 0))
        address = try EchoAddress("127.0.0.1:\(server.port)")
    }

    /// A connection, with what comes over it in order.
    @MainActor private final class Line {
        let events: AsyncStream<LineConnection.Event>
        let connection: LineConnection

        init(_ address: EchoAddress) async throws {
            let (events, continuation) = AsyncStream.makeStream(of: LineConnection.Event.self)
            self.events = events
            connection = try await LineConnection.connect(to: address) { event in
                continuation.yield(event)
                if case .closed = event { continuation.finish() }
            }
        }

        func ask(_ number: Int, _ what: EchoRequest) {
            connection.send(.request(number: number, what: what))
        }

        /// The next ones.
        func next(_ count: Int) async -> [LineConnection.Event] {
            var found: [LineConnection.Event] = []
            for await event in events {
                found.append(event)
                if found.count == count { break }
            }
            return found
        }
    }

    @Test(.timeLimit(.minutes(10))) func aCall() async throws {
        let line = try await Line(address)
        line.ask(1, .invite(handle: "+49301"))
        let sound = EchoLine.media(number: 5, sound: Data(0..<160))
        #expect(
            await line.next(2) == [
                .line(.answer(number: 1, refusal: nil)), .line(.event(.connected)),
            ])
        line.ask(2, .keys(digits: "4*"))
        line.connection.send(sound)
        #expect(
            await line.next(3) == [
                .line(.answer(number: 2, refusal: nil)), .line(.event(.keys(digits: "4*"))),
                .line(sound),
            ])
        line.ask(3, .hangUp)
        #expect(await line.next(2) == [.line(.answer(number: 3, refusal: nil)), .closed(nil)])
        #expect(server.callCount == 0)
    }

    @Test("Calls do not know of each other, and all end with the server", .timeLimit(.minutes(10)))
    func several() async throws {
        var lines: [Line] = []
        for _ in 0..<20 { lines.append(try await Line(address)) }
        for line in lines { line.ask(1, .invite(handle: "x")) }
        for line in lines { #expect(await line.next(2).last == .line(.event(.connected))) }
        #expect(server.callCount == 20)
        server.hangUpAll()
        for line in lines {
            #expect(await line.next(2) == [.line(.event(.ended)), .closed(nil)])
        }
    }

    @Test("Who sends no lines loses the connection, the server lives on", .timeLimit(.minutes(10)))
    func garbage() async throws {
        let port = Int(server.port)
        let socket = try #require(TCPSocket.connect("127.0.0.1", port, patience: 10))
        let line = try await Line(address)
        let bytes = Data(repeating: UInt8(ascii: "x"), count: 10_000)
        #expect(TCPSocket.send(bytes, to: socket) != nil)
        line.ask(1, .invite(handle: "x"))
        #expect(await line.next(2).last == .line(.event(.connected)))
        line.ask(2, .hangUp)
        #expect(await line.next(2).last == .closed(nil))
        #expect(server.callCount == 0)
        close(socket)
    }

    @Test func nobodyThere() async throws {
        let free = try #require(TCPSocket.listen(onLoopback: 0))
        close(free.descriptor)
        let nowhere = try EchoAddress("127.0.0.1:\(free.port)")
        await #expect(throws: EchoError.unreachable("\(nowhere)")) { try await Line(nowhere) }
    }

    @Test func aTakenPort() { #expect(EchoServer(port: server.port, ringSeconds: 0) == nil) }

    @Test func options() throws {
        #expect(try EchoOptions([]) == EchoOptions(["--port", "7007", "--ring", "1"]))
        let all = try EchoOptions(["--port", "0", "--ring", "0.5", "--until-input-ends"])
        #expect(all.port == 0)
        #expect(all.ringSeconds == 0.5)
        #expect(all.endsWithInput)
        for words in [["--port"], ["--port", "70000"], ["--ring", "-1"], ["x"]] {
            #expect(throws: EchoUsageError.self) { try EchoOptions(words) }
        }
    }
}
