// SPDX-License-Identifier: Apache-2.0
import OCKNetworking
import Testing

/// A loop on the test's own thread, with a worker; it turns until what the test waits for has come.
final class LoopStage {
    let loop: EventLoop
    let worker: WorkerThread
    private var isLate = false

    init() throws {
        let loop = try EventLoop()
        self.loop = loop
        worker = WorkerThread(loop: loop, name: "test-worker")
    }

    deinit { worker.shutdown() }

    /// To be called from every callback after which a condition may hold.
    func changed() { loop.stop() }

    /// Turns the loop until the condition holds; one that never does is a failure, not a hang.
    func run(
        _ what: Comment,
        sourceLocation: SourceLocation = #_sourceLocation,
        until condition: () -> Bool
    ) {
        let guardian = loop.timer { [unowned self] in
            isLate = true
            loop.stop()
        }
        guardian.arm(after: .seconds(30))
        while !condition() {
            loop.run()
            if isLate {
                Issue.record(what, sourceLocation: sourceLocation)
                break
            }
        }
        guardian.disarm()
    }

    /// Gives the value that a completion brings.
    func wait<Value>(
        _ what: Comment,
        sourceLocation: SourceLocation = #_sourceLocation,
        for body: (@escaping (Value) -> Void) -> Void
    ) throws -> Value {
        var value: Value?
        body { [weak self] result in
            value = result
            self?.changed()
        }
        run(what, sourceLocation: sourceLocation) { value != nil }
        return try #require(value, what, sourceLocation: sourceLocation)
    }
}
