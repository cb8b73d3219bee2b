// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch
package import PhoneLink
import OCKWire

/// The phone's end of an extension's connection: it notes what comes and answers as a test scripts
/// it.
package final class FakeDirectoryPhone: @unchecked Sendable {
    // Sendable because `state` is locked and all else is set before the channel starts.
    package typealias Script = @Sendable (DirectoryRequest) -> [DirectoryNotice]

    private struct State {
        var sink = LineSink()
        var requests: [DirectoryRequest] = []
        var batchCount = 0
        var script: Script
        var onBatch: (@Sendable (Int) -> [DirectoryNotice])?
        var hasEnded = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>
    private var say: @Sendable ([UInt8]) -> Void = { _ in }
    private var end: @Sendable () -> Void = {}
    /// The extension's end, to make a session of.
    package private(set) var channel: any DirectoryChannel

    /// - Parameters:
    ///   - link: The link to make.
    ///   - script: What is said to each request.
    /// - Throws: ``PhoneLink/LinkError`` where the system gives no socket pair.
    package init(_ link: FakeLink, script: @escaping Script = FakeDirectoryPhone.loading) throws {
        let state = Locked(State(script: script))
        self.state = state
        switch link {
        case .inProcess:
            let phone = Locked<FakeDirectoryPhone?>(nil)
            let channel = InProcessDirectoryChannel(
                queue: DispatchQueue(label: "directory link"),
                onSend: { body in phone.withLock { $0 }?.take(body) },
                onClose: {
                    phone.withLock { $0 }?.hasClosed()
                    phone.withLock { $0 = nil }
                })
            self.channel = channel
            end = { channel.close() }
            say = { body in
                if let notice = try? MessageCoder.decode(DirectoryNotice.self, from: body) {
                    try? channel.say(notice)
                }
            }
            phone.withLock { $0 = self }
        case .socket:
            let pair = try UnixSocket.pair()
            channel = DirectorySocket(descriptor: pair.0)
            listen(DirectorySocket(descriptor: pair.1, limit: Limits.directoryBatchByteCount))
        }
    }

    /// The phone's end of a connection that an extension's process has made; ``channel`` is this
    /// end and not to be used.
    package init(
        accepted descriptor: Int32, script: @escaping Script = FakeDirectoryPhone.loading
    ) {
        state = Locked(State(script: script))
        let socket = DirectorySocket(
            descriptor: descriptor, limit: Limits.directoryBatchByteCount)
        channel = socket
        listen(socket)
    }

    private func listen(_ socket: DirectorySocket) {
        say = { socket.send($0) }
        end = { socket.close() }
        socket.start(onFrame: { self.take($0) }, onEnd: { self.hasClosed() })
    }

    /// Welcomes to a whole load, and takes everything.
    package static let loading: Script = answers(isIncremental: false)

    /// Welcomes, and takes everything.
    package static func answers(isIncremental: Bool) -> Script {
        { request in
            switch request {
            case .hello:
                [
                    .welcome(
                        DirectoryWelcome(
                            extensionID: "com.example.test.directory", isIncremental: isIncremental)
                    )
                ]
            case .complete: [.completed]
            case .confirmIncremental, .cancel: []
            }
        }
    }

    /// What was done, a line for each: the entries, and `complete` and the like between them.
    package var lines: [String] { state.withLock { $0.sink.lines } }
    package var requests: [DirectoryRequest] { state.withLock { $0.requests } }
    package var batchCount: Int { state.withLock { $0.batchCount } }

    /// Returns when the connection has ended, and all that came before has been noted.
    package func closed() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.waiters.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    /// What is said after the batch of that number, from 1.
    package func afterBatch(_ answer: @escaping @Sendable (Int) -> [DirectoryNotice]) {
        state.withLock { $0.onBatch = answer }
    }

    /// Goes away.
    package func hangUp() { end() }

    /// Sends bytes that may be no message; over the socket alone.
    package func sendRaw(_ body: [UInt8]) { say(body) }

    private func hasClosed() {
        let waiters = state.withLock { state in
            state.hasEnded = true
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }

    private func take(_ body: [UInt8]) {
        let answers: [DirectoryNotice] = state.withLock { state in
            if let request = try? MessageCoder.decode(DirectoryRequest.self, from: body) {
                state.requests.append(request)
                return state.script(request)
            }
            state.batchCount += 1
            do {
                _ = try EntryBatchReader().read(body, into: &state.sink)
            } catch {
                state.sink.lines.append("broken: \(error)")
            }
            return state.onBatch?(state.batchCount) ?? []
        }
        for answer in answers {
            if let body = try? MessageCoder.encode(answer) { say(body) }
        }
    }
}

/// Writes a line for each entry.
private struct LineSink: EntrySink {
    var lines: [String] = []

    mutating func addBlocking(_ number: Int64) { lines.append("block \(number)") }
    mutating func addIdentification(_ number: Int64, label: UnsafeBufferPointer<UInt8>) {
        lines.append("identify \(number) \(String(decoding: label, as: UTF8.self))")
    }
    mutating func removeBlocking(_ number: Int64) { lines.append("unblock \(number)") }
    mutating func removeIdentification(_ number: Int64) { lines.append("forget \(number)") }
    mutating func removeAllBlocking() { lines.append("unblock all") }
    mutating func removeAllIdentification() { lines.append("forget all") }
}
