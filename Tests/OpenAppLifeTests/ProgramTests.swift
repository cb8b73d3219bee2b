// SPDX-License-Identifier: Apache-2.0
import AppSideSupport
import CallModel
import Foundation
import OCKWire
import PhoneLink
import Testing

/// A program whose `@main` class is an app's delegate, in a process of its own.
@Suite struct ProgramTests {
    private static func start(socket: String) throws -> (Process, Pipe, Pipe) {
        let folder = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        let process = Process()
        process.executableURL = folder.appendingPathComponent("PocketDelegate")
        process.environment = ["OPENCALLKIT_APP_SOCKET": socket]
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return (process, output, errors)
    }

    @Test("A program without a phone says so, launches, and its main run loop runs")
    func noPhone() async throws {
        let (process, output, errors) = try Self.start(socket: "/nowhere/app.sock")
        let lines = await Self.lines(2, of: output)
        #expect(lines == ["1 launched, 0 options, state 2", "a timer"])
        // Not terminate(): a process inherits the signals that the test's thread has blocked.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        let words = String(
            decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(words.components(separatedBy: "no phone at /nowhere/app.sock").count == 2)
    }

    @Test("B112: a program that a phone starts for a call hears of it, and comes to the front")
    func cold() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/app-\(UUID().uuidString).sock"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let listener = try ListeningSocket(path: path)
        let (process, output, _) = try Self.start(socket: path)
        let phone = SocketTransport(descriptor: await listener.accept())
        let requests = Locked<[AppRequest]>([])
        let ends = AsyncStream<Void>.makeStream()
        let say: @Sendable (AppNotice) -> Void = { notice in
            if let body = try? MessageCoder.encode(notice) { try? phone.send(body) }
        }
        phone.start(
            onFrame: { body in
                guard let request = try? MessageCoder.decode(AppRequest.self, from: body) else {
                    return
                }
                requests.withLock { $0.append(request) }
                guard case .hello = request else { return }
                let handle = Handle(kind: .phoneNumber, value: "+15550100")
                say(.welcome(FakePhone.welcome))
                say(.startCall(StartCallIntent(handle: handle)))
                say(.lifeChanged(AppLife(stage: .active)))
                say(.lifeChanged(AppLife(stage: .background)))
            }, onEnd: { ends.continuation.finish() })
        let lines = await Self.lines(5, of: output)
        #expect(
            lines.filter { $0 != "a timer" } == [
                "1 launched, 1 options, state 1", "2 continues INStartCallIntent, state 1",
                "3 active, state 0", "4 in the back, state 2",
            ])
        say(.terminate(.closedByUser))
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        // All that the process has sent has been read by then.
        for await _ in ends.stream {}
        phone.close()
        let sent = requests.withLock { $0 }
        #expect(sent == [.hello(version: protocolVersion), .beganLaunching, .finishedLaunching])
    }

    /// The first lines that the program prints.
    private static func lines(_ count: Int, of pipe: Pipe) async -> [String] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "reading").async {
                var text = Data()
                while text.count(where: { $0 == UInt8(ascii: "\n") }) < count {
                    let more = pipe.fileHandleForReading.availableData
                    guard !more.isEmpty else { break }
                    text += more
                }
                let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
                continuation.resume(returning: lines.map(String.init))
            }
        }
    }
}
