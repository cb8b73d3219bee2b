// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import OCKWire
import PhoneLink

/// The commands of a script, on the extension's own connection.
struct Script {
    private var socket: Int32 = -1
    private var writer = EntryBatchWriter()
    private var reader = FrameReader()
    private var memory: [UnsafeMutableRawPointer] = []

    /// Does one command, and says what came of it.
    mutating func perform(_ command: String, _ words: [String]) -> String {
        let numbers = words.map { Int64($0) ?? 0 } + [0, 0, 0, 0]
        switch command {
        case "connect": return connectToPhone()
        // hello [VERSION]
        case "hello": say(.hello(version: words.first.flatMap { Int($0) } ?? protocolVersion))
        case "confirm": say(.confirmIncremental)
        case "complete":
            sendBatch()
            say(.complete)
        case "cancel": say(.cancel(words.joined(separator: " ")))
        // block FROM COUNT STEP, identify FROM COUNT STEP LABELS
        case "block": each(numbers) { $0.addBlocking($1) }
        case "identify": identify(numbers)
        case "unblock": each(numbers) { $0.removeBlocking($1) }
        case "unblock-all": writer.removeAllBlocking()
        case "send": sendBatch()
        // raw HEX: bytes as they are, without a length.
        case "raw": return "\(sendAll(bytes(words.first ?? "")))"
        case "hear": return hear()
        // grow MEGABYTES
        case "grow": grow(Int(numbers[0]) << 20)
        case "fork": return forkChild()
        case "close": close(socket)
        case "exit": exit(Int32(numbers[0]))
        case "kill": raise(SIGKILL)
        case "hang": while true { pause() }
        // Where the phone has started it, and not the test.
        case "hang-if-started":
            guard getenv("OPENCALLKIT_STARTED_BY") != nil else { return "not started" }
            print("did start: \(getpid())")
            fflush(nil)
            while true { pause() }
        default: return "there is no such command"
        }
        return "done"
    }

    private mutating func connectToPhone() -> String {
        guard let path = getenv("OPENCALLKIT_APP_SOCKET") else { return "no phone" }
        do {
            socket = try UnixSocket.connect(path: String(cString: path))
            return "done"
        } catch {
            return "\(error)"
        }
    }

    private mutating func each(
        _ numbers: [Int64], _ body: (inout EntryBatchWriter, Int64) -> Void
    ) {
        for index in 0..<max(numbers[1], 1) {
            body(&writer, numbers[0] &+ index &* numbers[2])
            if writer.isFull { sendBatch() }
        }
    }

    private mutating func identify(_ numbers: [Int64]) {
        let labels = (0..<max(numbers[3], 1)).map { Array("Label \($0)".utf8) }
        var index = 0
        each(numbers) { writer, number in
            labels[index % labels.count].withUnsafeBufferPointer {
                writer.addIdentification(number, label: $0)
            }
            index += 1
        }
    }

    private mutating func sendBatch() {
        guard !writer.isEmpty else { return }
        send(writer.take())
    }

    private func say(_ request: DirectoryRequest) {
        guard let body = try? MessageCoder.encode(request) else { return }
        send(body)
    }

    private func send(_ body: [UInt8]) {
        guard let bytes = try? frame(body, limit: Limits.directoryBatchByteCount) else { return }
        _ = sendAll(bytes)
    }

    /// How many bytes the phone took.
    private func sendAll(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap { $0.hexDigitValue.map { UInt8($0) } }
        return stride(from: 0, to: digits.count - 1, by: 2).map {
            digits[$0] << 4 | digits[$0 + 1]
        }
    }

    /// The next notice, as the log shows it.
    private mutating func hear() -> String {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let body = try? reader.next() {
                guard let notice = try? MessageCoder.decode(DirectoryNotice.self, from: body)
                else { return "what is no notice" }
                return "\(notice)"
            }
            let count = recv(socket, &chunk, chunk.count, 0)
            guard count > 0 else { return "the end" }
            reader.append(chunk[..<count])
        }
    }

    private mutating func grow(_ byteCount: Int) {
        guard let bytes = malloc(byteCount) else { return }
        memset(bytes, 1, byteCount)
        memory.append(bytes)
    }

    /// The child holds the socket open, and sleeps.
    private func forkChild() -> String {
        // Swift hides fork(2), whose child must do next to nothing; this one does.
        typealias Fork = @convention(c) () -> pid_t
        guard let symbol = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "fork") else {
            return "no fork"
        }
        let child = unsafeBitCast(symbol, to: Fork.self)()
        guard child != 0 else { while true { pause() } }
        return "\(child)"
    }
}
