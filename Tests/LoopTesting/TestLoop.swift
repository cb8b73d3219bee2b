// SPDX-License-Identifier: Apache-2.0
package import OCKNetworking

/// A loop that runs until the test says that it is done; a guard ends a test that hangs.
package final class TestLoop {
    package let loop: EventLoop

    package struct NotStopped: Error {}

    package init() throws { loop = try EventLoop() }

    /// Runs until ``stop()``.
    ///
    /// - Throws: `NotStopped` after half a minute.
    package func run() throws {
        let loop = loop
        var isRescued = false
        let rescue = loop.timer {
            isRescued = true
            loop.stop()
        }
        rescue.arm(after: .seconds(30))
        loop.run()
        rescue.disarm()
        if isRescued { throw NotStopped() }
    }

    package func stop() { loop.stop() }
}
