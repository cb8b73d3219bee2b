// SPDX-License-Identifier: Apache-2.0
// SenderRate: how many pushes a second PushSender gets through one connection.
//
//     SenderRate PORT AUTHORITY IDENTITY COUNT CONCURRENCY
//
// A line on standard input starts a round of COUNT pushes, each with a fresh id, and is answered
// with `done COUNT SECONDS`. Every push must be taken.
import Glibc
import PushSender

/// Why there is no measurement.
struct Trouble: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

func contents(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Trouble("cannot read \(path)") }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { throw Trouble("\(path) is empty") }
    return Array(bytes[..<count])
}

func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = write(STDOUT_FILENO, bytes, bytes.count)
}

func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Digits of a number with zeros before them.
func hexadecimal(_ number: Int, digitCount: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digitCount - digits.count)) + digits
}

/// Sends `count` pushes, `concurrency` of them without an answer at a time.
func send(_ count: Int, _ concurrency: Int, _ sender: PushSender) async throws {
    let words = #"{"aps":{},"name":""# + String(repeating: "x", count: 180) + #""}"#
    let push = PushNotification(topic: "com.example.hotline.voip", payload: Array(words.utf8))
    try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<concurrency {
            group.addTask {
                var push = push
                for number in stride(from: worker, to: count, by: concurrency) {
                    push.apnsID = "00000000-0000-4000-8000-\(hexadecimal(number, digitCount: 12))"
                    let token = hexadecimal(number % 1000, digitCount: 64)
                    _ = try await sender.send(push, to: token)
                }
            }
        }
        try await group.waitForAll()
    }
}

func run() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let port = UInt16(words[1]), let count = Int(words[4]),
        let concurrency = Int(words[5]), count > 0, concurrency > 0
    else { throw Trouble("usage: SenderRate PORT AUTHORITY IDENTITY COUNT CONCURRENCY") }
    let sender = try PushSender(
        endpoint: .init(host: "localhost", port: port),
        identity: .certificate(pem: contents(words[3])), trust: contents(words[2]))
    say("ready")
    while let line = readLine() {
        guard !line.isEmpty else { continue }
        let start = seconds()
        try await send(count, concurrency, sender)
        say("done \(count) \(seconds() - start)")
    }
    sender.shutDown()
}

do {
    try await run()
} catch {
    let words = Array("SenderRate: \(error)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(EXIT_FAILURE)
}
