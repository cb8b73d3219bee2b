// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import GatewayCore
import OCKNetworking
import Testing
import OCKWire

@testable import PushGateway

/// A gateway on a loop of the test's thread, in a folder of its own.
///
/// Providers and phones share the loop.
final class GatewayStage {
    static let bundle = "com.example.hotline"
    static let topic = bundle + ".voip"

    let folder: String
    let loop: EventLoop
    let paths: GatewayPaths
    private(set) var ports = GatewayPorts(provider: 0, device: 0)
    private(set) var trace: [TimelineEntry] = []
    private(set) var log: [String] = []
    private(set) var service: GatewayService?
    private var awaited: (() -> Bool)?
    private let ownsFolder: Bool

    /// Starts a gateway; in the folder of an earlier one if it is given.
    init(
        folder: String? = nil,
        rules: GatewayRules = GatewayRules(),
        storage: (any GatewayStorage)? = nil,
        change: (inout GatewayOptions) -> Void = { _ in }
    ) throws {
        ownsFolder = folder == nil
        self.folder =
            folder ?? NSTemporaryDirectory() + "opencallkit-" + UUID().uuidString.prefix(8)
        loop = try EventLoop()
        paths = GatewayPaths(
            stateFolder: self.folder + "/state",
            runtimeFolder: self.folder + "/run"
        )
        var options = GatewayOptions()
        options.providerPort = 0
        options.sandboxPort = 0
        options.devicePort = 0
        change(&options)
        let service = GatewayService(
            options: options,
            rules: rules,
            paths: paths,
            loop: loop,
            openStorage: { path throws(GatewayError) in
                if let storage { return storage }
                return try SQLiteStorage(path)
            },
            // The last lines come while the stage goes.
            onTrace: { [weak self] in
                self?.trace.append($0)
                self?.changed()
            },
            onLog: { [weak self] in
                self?.log += $0.split(separator: UInt8(ascii: "\n")).map {
                    String(decoding: $0, as: UTF8.self)
                }
                self?.changed()
            }
        )
        self.service = service
        ports = try service.start()
    }

    deinit {
        service = nil
        if ownsFolder { try? FileManager.default.removeItem(atPath: folder) }
    }

    /// Whatever a test waits for may have happened.
    func changed() {
        if let awaited, awaited() { loop.stop() }
    }

    /// Runs the loop until `isDone`, which is asked after each change; at most 30 s, then the test
    /// fails.
    func run(
        until isDone: @escaping () -> Bool,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard !isDone() else { return }
        var isLate = false
        let deadline = loop.timer { [loop] in
            isLate = true
            loop.stop()
        }
        deadline.arm(after: .seconds(30))
        awaited = isDone
        // What happened at the end of a run before may have stopped this one at once.
        while !isLate, !isDone() { loop.run() }
        awaited = nil
        if isLate { Issue.record("it did not happen; log: \(log)", sourceLocation: sourceLocation) }
    }

    /// Stops the gateway in order.
    func stop() {
        var isStopped = false
        service?.stop { [unowned self] in
            isStopped = true
            changed()
        }
        run { isStopped }
        service = nil
    }

    /// Runs a command on another thread while the loop goes on.
    func execute(_ command: String, _ arguments: [String]) -> (status: Int32, output: String) {
        var result: (status: Int32, output: String)?
        let receive = LoopBound(
            { [unowned self] (status: Int32, output: String) in
                result = (status, output)
                changed()
            },
            loop: loop
        )
        let poster = loop.poster
        Thread.detachNewThread {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: command)
            process.arguments = arguments
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            let hasStarted = (try? process.run()) != nil
            let output = hasStarted ? pipe.fileHandleForReading.readDataToEndOfFile() : Data()
            if hasStarted { process.waitUntilExit() }
            let status = hasStarted ? process.terminationStatus : -1
            poster.post { receive.value(status, String(decoding: output, as: UTF8.self)) }
        }
        run { result != nil }
        return result ?? (-1, "")
    }

    func issue(
        bundle: String = bundle,
        universal: Bool = true
    ) throws -> GatewayIssuer.IssuedFiles {
        try GatewayIssuer.issueCertificate(
            universal ? .push : .voip,
            bundleID: bundle,
            outputFolder: folder + "/certificates",
            paths: paths
        )
    }

    /// Asks over the control socket.
    func ask(_ request: GatewayControlRequest) throws -> GatewayControlReply {
        var reply: GatewayControlReply?
        try talk([request]) {
            reply = $0
            return false
        }
        return try #require(reply)
    }

    /// Asks several things over the control socket, until `onReply` returns false.
    func talk(
        _ requests: [GatewayControlRequest], onReply: @escaping (GatewayControlReply) -> Bool
    ) throws {
        var failure: GatewayError?
        var isDone = false
        let client = GatewayControlClient(
            requests, paths: paths, on: loop, onReply: onReply
        ) { [unowned self] in
            failure = $0
            isDone = true
            changed()
        }
        withExtendedLifetime(client) { run { isDone } }
        if let failure { throw failure }
    }

    func status() throws -> GatewayStatusReport {
        guard case .status(let report) = try ask(.status) else {
            throw GatewayError.refused("no status")
        }
        return report
    }

    func activationCode() throws -> String {
        guard case .activation(let code) = try ask(.issueActivation) else {
            throw GatewayError.refused("no code")
        }
        return code
    }
}
