// SPDX-License-Identifier: Apache-2.0
import CEvent
import Glibc

/// One thread's loop: sockets, timers, signals, and closures from other threads, over libevent.
///
/// It belongs to the thread that made it until another runs it, and is touched there alone, but for
/// ``poster``. Everything made on a loop keeps it alive. Making one ignores SIGPIPE in the process;
/// a launcher gives its children the default back.
package final class EventLoop {
    /// How many bytes one read takes from a connection; the buffer is one for all of a loop.
    static let readByteCount = 64 * 1024

    let base: OpaquePointer
    let identity = LoopIdentity()
    let readBuffer: UnsafeMutableRawBufferPointer
    /// Where bytes are gathered that are sent before anything else happens; one for all of a loop.
    package let writeBuffer: UnsafeMutableRawBufferPointer
    /// Made when the first TLS connection comes.
    lazy var tlsBuffers = TLSBuffers()
    private let mailbox: Mailbox
    private var wakeUpEvent: OpaquePointer?
    private var laterEvent: OpaquePointer?
    private var laterBodies: [() -> Void] = []
    private var timerEvent: OpaquePointer?
    private var timers = TimerHeap()
    private var timerSequence: UInt64 = 0
    /// The deadline for which `timerEvent` waits.
    private var awaitedDeadline: Int64?
    /// The time for which timers fire just now.
    private var firingAt: Int64?
    private var isStopRequested = false

    /// Fails only when the process is out of descriptors or memory.
    package init() throws(NetworkingError) {
        let mailbox = try Mailbox()
        guard let base = Self.makeBase() else {
            throw .system(operation: "epoll_create", errno: errno)
        }
        signal(SIGPIPE, SIG_IGN)
        self.mailbox = mailbox
        self.base = base
        readBuffer = .allocate(byteCount: Self.readByteCount, alignment: 16)
        writeBuffer = .allocate(byteCount: Self.readByteCount, alignment: 16)
        makeEvents()
    }

    deinit {
        mailbox.close()
        for event in [wakeUpEvent, laterEvent, timerEvent] {
            if let event { event_free(event) }
        }
        event_base_free(base)
        readBuffer.deallocate()
        writeBuffer.deallocate()
    }

    private static func makeBase() -> OpaquePointer? {
        let configuration = event_config_new()
        defer { event_config_free(configuration) }
        // Look for new events after so many callbacks, so that one busy peer starves nobody.
        event_config_set_max_dispatch_interval(configuration, nil, 64, 0)
        event_config_set_flag(configuration, Int32(EVENT_BASE_FLAG_NO_CACHE_TIME.rawValue))
        return event_base_new_with_config(configuration)
    }

    private func makeEvents() {
        let context = CallbackContext.pointer(to: self)
        wakeUpEvent = event_new(
            base,
            mailbox.descriptor,
            Int16(EV_READ | EV_PERSIST),
            { _, _, context in
                for body in CallbackContext.object(EventLoop.self, from: context).mailbox.takeAll()
                { body() }
            },
            context
        )
        laterEvent = event_new(
            base,
            -1,
            0,
            { _, _, context in CallbackContext.object(EventLoop.self, from: context).runLater() },
            context
        )
        timerEvent = event_new(
            base,
            -1,
            0,
            { _, _, context in CallbackContext.object(EventLoop.self, from: context).fireTimers() },
            context
        )
        precondition(
            wakeUpEvent != nil && laterEvent != nil && timerEvent != nil
                && event_add(wakeUpEvent, nil) == 0,
            "libevent refuses its first events"
        )
    }

    // MARK: Running

    /// Runs until ``stop()``, on the calling thread, which owns the loop from now on.
    ///
    /// What was put off by ``later(_:)`` still runs before this returns, so that connections closed
    /// at the end say so and go.
    package func run() {
        identity.adopt()
        while !isStopRequested {
            let outcome = event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY)
            precondition(outcome >= 0, "libevent's loop failed")
        }
        isStopRequested = false
        // Bounded, in case a body puts itself off again and again.
        for _ in 0..<16 where !laterBodies.isEmpty { runLater() }
    }

    /// Ends this run after the current callback, or the next run at once.
    ///
    /// Loop thread only.
    package func stop() {
        isStopRequested = true
        event_base_loopbreak(base)
    }

    /// The way onto this loop from other threads.
    package var poster: LoopPoster { LoopPoster(mailbox: mailbox) }

    /// Runs a closure once, in order, soon, but never inside the caller.
    ///
    /// Loop thread only.
    package func later(_ body: @escaping () -> Void) {
        laterBodies.append(body)
        if laterBodies.count == 1 { event_active(laterEvent, Int32(EV_TIMEOUT), 0) }
    }

    private func runLater() {
        let bodies = laterBodies
        laterBodies = []
        for body in bodies { body() }
    }

    // MARK: Signals and descriptors

    /// Calls `body` on the loop for each delivery of a signal, as long as the result lives.
    package func onSignal(_ number: Int32, _ body: @escaping () -> Void) -> SignalWatch {
        SignalWatch(number: number, loop: self, body: body)
    }

    /// The signals that ask a daemon to end: SIGTERM, SIGINT, and SIGHUP when its terminal goes,
    /// unless whoever started it has that one ignored, as `nohup` does.
    ///
    /// Ask before any of them is watched.
    package static var endingSignals: [Int32] {
        var present = sigaction()
        let isIgnored =
            sigaction(SIGHUP, nil, &present) == 0
            && unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        return isIgnored ? [SIGTERM, SIGINT] : [SIGTERM, SIGINT, SIGHUP]
    }

    /// Calls `body` while `descriptor` is readable, as long as the result lives.
    package func watch(descriptor: Int32, _ body: @escaping () -> Void) -> DescriptorWatch {
        DescriptorWatch(descriptor: descriptor, loop: self, body: body)
    }

    // MARK: Timers

    /// A timer that calls `body`, not armed yet.
    package func timer(_ body: @escaping () -> Void) -> LoopTimer {
        LoopTimer(loop: self, body: body)
    }

    func arm(_ timer: LoopTimer, at deadline: Int64) {
        timers.remove(timer)
        // What is armed while timers fire waits for the next turn, or it could hold the loop for
        // ever.
        timer.deadline = firingAt.map { max(deadline, $0 + 1) } ?? deadline
        timer.sequence = timerSequence
        timerSequence += 1
        timers.insert(timer)
        awaitEarliestTimer()
    }

    func disarm(_ timer: LoopTimer) {
        guard timer.heapIndex != nil else { return }
        timers.remove(timer)
        awaitEarliestTimer()
    }

    private func fireTimers() {
        awaitedDeadline = nil
        let now = self.now()
        firingAt = now
        while let timer = timers.removeFirst(dueAt: now) { timer.body() }
        firingAt = nil
        awaitEarliestTimer()
    }

    /// libevent's clock is coarse: it may come some milliseconds early, and is then asked again.
    private func awaitEarliestTimer() {
        guard firingAt == nil, timers.earliestDeadline != awaitedDeadline else { return }
        awaitedDeadline = timers.earliestDeadline
        guard let deadline = awaitedDeadline else {
            event_del(timerEvent)
            return
        }
        let (difference, overflow) = deadline.subtractingReportingOverflow(now())
        var delay = timeval(nanoseconds: overflow ? .max / 2 : max(0, difference))
        event_add(timerEvent, &delay)
    }

    // MARK: Clocks

    /// The monotonic clock in nanoseconds: deadlines are made of it.
    package func now() -> Int64 { Self.monotonicNanoseconds() }

    /// The same clock on any thread.
    package static func monotonicNanoseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Milliseconds since 1970, on any thread: records are made of it, deadlines never.
    package static func wallClockMilliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

extension timeval {
    /// Rounded up, so that libevent does not come early by that.
    init(nanoseconds: Int64) {
        let microseconds = nanoseconds / 1000 + (nanoseconds % 1000 > 0 ? 1 : 0)
        self.init(
            tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
    }

    init(_ duration: Duration) { self.init(nanoseconds: duration.nanoseconds) }
}
