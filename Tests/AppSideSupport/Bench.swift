// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import Dispatch
import OpenFoundation
package import PhoneLink

/// An app's session with a fake phone, and what became of it.
package final class Bench: Sendable {
    package let phone: FakePhone
    package let session: AppSession
    private let time: Locked<Moment>
    private let heard: Locked<[Termination]>
    private let said: Locked<[String]>

    package init(
        _ link: FakeLink = .inProcess,
        script: @escaping FakePhone.Script = FakePhone.admitting
    ) throws {
        let time = Locked(Bench.start)
        let heard = Locked<[Termination]>([])
        let said = Locked<[String]>([])
        phone = try FakePhone(link, script: script)
        session = AppSession(
            transport: phone.appEnd,
            clock: { time.withLock { $0 } },
            termination: .sever { reason in heard.withLock { $0.append(reason) } },
            complain: { line in said.withLock { $0.append(line) } }
        )
        (self.time, self.heard, self.said) = (time, heard, said)
    }

    deinit { session.close() }

    /// The time that a bench begins at.
    package static let start = Moment(
        monotonic: MonotonicTime(nanoseconds: 1_000_000_000),
        wall: WallTime(milliseconds: 1_700_000_000_000)
    )

    /// Why the session was severed.
    package var terminations: [Termination] { heard.withLock { $0 } }

    /// What was said to the person who runs the app.
    package var complaints: [String] { said.withLock { $0 } }

    /// Lets the session's clock go on.
    package func advance(by interval: Interval) {
        time.withLock { time in
            time.monotonic = time.monotonic + interval
            time.wall.milliseconds += interval.nanoseconds / 1_000_000
        }
    }

    /// Makes an app's objects on this bench.
    package func make<Object>(_ body: () throws -> Object) rethrows -> Object {
        try session.bind(body)
    }

    /// Returns when neither side has anything left to say.
    package func settle() async {
        var quietRounds = 0
        while quietRounds < 2 {
            let before = [session.sentCount, session.receivedCount]
            await session.barrier()
            for queue in session.delegateQueues + [.main] { await drain(queue) }
            let after = [session.sentCount, session.receivedCount]
            quietRounds = before == after ? quietRounds + 1 : 0
        }
    }
}

/// Returns when what lies on a serial queue is done.
package func drain(_ queue: DispatchQueue) async {
    await withCheckedContinuation { continuation in
        if MainQueue.is(queue) {
            MainQueue.drain { continuation.resume() }
        } else {
            queue.async { continuation.resume() }
        }
    }
}

/// What happened, in order, noted from any thread.
package final class History: Sendable {
    private let lines = Locked<[String]>([])

    package init() {}

    package func note(_ line: String) { lines.withLock { $0.append(line) } }

    package var all: [String] { lines.withLock { $0 } }
}
