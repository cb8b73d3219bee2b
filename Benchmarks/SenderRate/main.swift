// SPDX-License-Identifier: Apache-2.0
// SenderRate: how many pushes a second PushSender gets through one connection.
//
//     SenderRate PORT AUTHORITY KEY COUNT IN-FLIGHT
//
// A line on standard input starts a round of COUNT pushes, each with a fresh id, and is answered
// with `done COUNT SECONDS`. Every push must be accepted.
import Glibc
import PushSender
import Synchronization

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
    String(unsafeUninitializedCapacity: digitCount) { digits in
        for place in 0..<digitCount {
            let value = UInt8(truncatingIfNeeded: number >> ((digitCount - 1 - place) * 4)) & 15
            digits[place] = value < 10 ? 48 + value : 87 + value
        }
        return digitCount
    }
}

let payload = Array(
    (#"{"aps":{},"name":""# + String(repeating: "x", count: 180) + #""}"#).utf8)
let tokens = (0..<1000).map {
    String(repeating: "0", count: 56) + hexadecimal($0, digitCount: 8)
}

/// The push of this number, with an id of its own.
func push(_ number: Int, _ tokens: [String], _ payload: [UInt8]) -> AddressedPush {
    var push = PushNotification(topic: "com.example.hotline.voip", payload: payload)
    push.apnsID = "00000000-0000-4000-8000-" + hexadecimal(number, digitCount: 12)
    return AddressedPush(push, to: tokens[number % tokens.count])
}

/// Counts, from whatever thread.
final class Counter: Sendable {
    private let value = Atomic(0)

    /// The count before this one.
    func next() -> Int { value.wrappingAdd(1, ordering: .relaxed).oldValue }

    var count: Int { value.load(ordering: .relaxed) }
}

/// Sends `count` pushes, so many of them without an answer at a time.
func send(_ count: Int, upTo inFlight: Int, _ sender: PushSender) async throws {
    let sent = Counter()
    let failed = Counter()
    let tokens = tokens
    let payload = payload
    try await sender.send(upTo: inFlight) {
        let number = sent.next()
        return number < count ? push(number, tokens, payload) : nil
    } onOutcome: { _, outcome in
        if case .accepted = outcome {} else { _ = failed.next() }
    }
    guard failed.count == 0 else { throw Trouble("\(failed.count) pushes were not accepted") }
}

func run() async throws {
    let words = CommandLine.arguments
    guard words.count == 6, let port = UInt16(words[1]), let count = Int(words[4]),
        let inFlight = Int(words[5]), count > 0, inFlight > 0
    else { throw Trouble("usage: SenderRate PORT AUTHORITY KEY COUNT IN-FLIGHT") }
    let sender = try PushSender(
        endpoint: .init(host: "localhost", port: port),
        identity: .providerToken(
            key: contents(words[3]), keyID: "ABC123DEFG", teamID: "DEF123GHIJ"),
        trust: contents(words[2]))
    say("ready")
    while let line = readLine() {
        guard !line.isEmpty else { continue }
        let start = seconds()
        try await send(count, upTo: inFlight, sender)
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
