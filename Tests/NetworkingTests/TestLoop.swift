// SPDX-License-Identifier: Apache-2.0
import Networking
import Testing

/// A loop that runs until the test says that it is done; a guard ends a test that hangs.
final class TestLoop {
    let loop: EventLoop

    init() throws { loop = try EventLoop() }

    /// Runs until `stop`.
    func run(sourceLocation: SourceLocation = #_sourceLocation) {
        let loop = loop
        let rescue = loop.timer {
            Issue.record("the test's loop was not stopped", sourceLocation: sourceLocation)
            loop.stop()
        }
        rescue.arm(after: .seconds(30))
        loop.run()
        rescue.disarm()
    }

    func stop() { loop.stop() }
}
