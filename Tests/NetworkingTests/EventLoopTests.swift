// SPDX-License-Identifier: Apache-2.0
import Glibc
import LoopTesting
import OCKNetworking
import Testing

@Suite struct EventLoopTests {
    @Test("Closures posted by one thread run in its order, on the loop, and none is lost")
    func posterOrder() throws {
        let test = try TestLoop()
        let loop = test.loop
        let seen = LoopBound(Box<[[Int]]>([[], [], []]), loop: loop)
        let end = LoopBound(test, loop: loop)
        let threads = (0..<3).map { _ in WorkerThread(loop: loop, name: "poster") }
        let poster = loop.poster
        for (index, thread) in threads.enumerated() {
            let work: @Sendable () -> Void = {
                for number in 0..<1000 {
                    poster.post {
                        seen.value.content[index].append(number)
                        if seen.value.content.allSatisfy({ $0.count == 1000 }) { end.value.stop() }
                    }
                }
            }
            thread.run(work, then: {})
        }
        try test.run()
        for numbers in seen.value.content { #expect(numbers == Array(0..<1000)) }
    }

    @Test("Timers fire by deadline, those of one deadline as armed, and never early")
    func timerOrder() throws {
        let test = try TestLoop()
        let loop = test.loop
        var fired: [String] = []
        let start = loop.now()
        func timer(_ name: String, _ deadline: Int64) -> LoopTimer {
            let timer = loop.timer {
                #expect(loop.now() >= deadline)
                fired.append(name)
                if name == "last" { test.stop() }
            }
            timer.arm(at: deadline)
            return timer
        }
        let timers = [
            timer("last", start + 30_000_000), timer("b1", start + 20_000_000),
            timer("a", start + 1_000_000), timer("b2", start + 20_000_000),
            timer("past", start - 1_000_000_000), timer("b3", start + 20_000_000),
            timer("gone", start + 2_000_000), timer("moved", start + 3_000_000),
        ]
        timers[6].disarm()
        timers[7].arm(at: start + 25_000_000)
        try test.run()
        #expect(fired == ["past", "a", "b1", "b2", "b3", "moved", "last"])
    }

    @Test("A timer that goes does not fire, and one that rearms itself starves nobody")
    func timerLifetime() throws {
        let test = try TestLoop()
        let loop = test.loop
        var dropped: LoopTimer? = loop.timer { Issue.record("fired after it went") }
        dropped?.arm(after: .zero)
        dropped = nil
        var rounds = 0
        let box = Box<LoopTimer?>(nil)
        box.content = loop.timer {
            rounds += 1
            box.content?.arm(at: 0)
        }
        box.content?.arm(at: 0)
        let other = loop.timer { test.stop() }
        other.arm(after: .milliseconds(5))
        try test.run()
        box.content = nil
        #expect(rounds > 1)
    }

    @Test("A random sequence of arming and disarming fires in the order of a sorted list")
    func timerHeap() throws {
        let test = try TestLoop()
        let loop = test.loop
        var state: UInt64 = 42
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        var fired: [Int] = []
        var armed: [Int: (deadline: Int64, order: Int)] = [:]
        let base = loop.now() - 1_000_000
        let timers = (0..<200).map { index in loop.timer { fired.append(index) } }
        for order in 0..<2000 {
            let index = random(200)
            if random(4) == 0 {
                timers[index].disarm()
                armed[index] = nil
            } else {
                let deadline = base + Int64(random(50))
                timers[index].arm(at: deadline)
                armed[index] = (deadline, order)
            }
        }
        let end = loop.timer { test.stop() }
        end.arm(at: base + 100)
        try test.run()
        let expected = armed.sorted {
            ($0.value.deadline, $0.value.order) < ($1.value.deadline, $1.value.order)
        }
        #expect(fired == expected.map(\.key))
    }

    @Test("What is put off runs after the caller, in order, before the loop sleeps")
    func later() throws {
        let test = try TestLoop()
        var seen: [Int] = []
        test.loop.later {
            test.loop.later {
                seen.append(3)
                test.stop()
            }
            seen.append(1)
        }
        test.loop.later { seen.append(2) }
        #expect(seen.isEmpty)
        try test.run()
        #expect(seen == [1, 2, 3])
    }

    @Test("A stop before the run ends the next run at once, and only that one")
    func stopBeforeRun() throws {
        let test = try TestLoop()
        test.stop()
        try test.run()
        var ran = false
        test.loop.later {
            ran = true
            test.stop()
        }
        try test.run()
        #expect(ran)
    }

    @Test("A loop goes with its last object, also when connections close as it stops")
    func loopGoes() throws {
        weak var gone: EventLoop?
        weak var goneConnection: Connection?
        do {
            let test = try TestLoop()
            gone = test.loop
            var ends: [Int32] = [0, 0]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            let left = Connection(descriptor: ends[0], on: test.loop)
            let right = Connection(descriptor: ends[1], on: test.loop)
            goneConnection = left
            // A session and its connection hold each other until the end is told.
            left.onClosed = { _ in left.onBytes = { _ in } }
            right.onReady = {
                left.close()
                right.close()
                test.stop()
            }
            try test.run()
        }
        #expect(goneConnection == nil)
        #expect(gone == nil)
    }

    @Test("The end of the terminal ends a daemon, but not one that was started to outlive it")
    func endingSignals() {
        let former = signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, former) }
        #expect(EventLoop.endingSignals == [SIGTERM, SIGINT])
        signal(SIGHUP, SIG_DFL)
        #expect(EventLoop.endingSignals == [SIGTERM, SIGINT, SIGHUP])
    }

    @Test("A signal becomes a call, until its watch goes")
    func signals() throws {
        let test = try TestLoop()
        var count = 0
        var watch: SignalWatch? = test.loop.onSignal(SIGUSR2) {
            count += 1
            test.stop()
        }
        kill(getpid(), SIGUSR2)
        try test.run()
        #expect(count == 1)
        watch?.cancel()
        watch = nil
    }

    @Test("A readable descriptor calls its watch, which may cancel itself")
    func descriptors() throws {
        let test = try TestLoop()
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        let box = Box<DescriptorWatch?>(nil)
        box.content = test.loop.watch(descriptor: ends[0]) {
            box.content = nil
            test.stop()
        }
        test.loop.later { _ = write(ends[1], "x", 1) }
        try test.run()
        #expect(box.content == nil)
    }

    @Test("A worker runs its jobs in order, and so do their completions, on the loop")
    func workerOrder() throws {
        let test = try TestLoop()
        let worker = WorkerThread(loop: test.loop, name: "worker")
        let loopThread = UInt(pthread_self())
        var results: [Int] = []
        for number in 0..<100 {
            worker.run({ (number, UInt(pthread_self())) }) { result in
                #expect(result.1 != loopThread)
                #expect(UInt(pthread_self()) == loopThread)
                results.append(result.0)
                if number == 99 { test.stop() }
            }
        }
        try test.run()
        #expect(results == Array(0..<100))
    }

    @Test("Shutting a worker down waits for its jobs, whose completions still come")
    func workerDrains() throws {
        let test = try TestLoop()
        let worker = WorkerThread(loop: test.loop, name: "worker")
        var count = 0
        for _ in 0..<10 { worker.run({}, then: { count += 1 }) }
        worker.shutdown()
        worker.shutdown()
        #expect(count == 0)
        test.loop.poster.post { [end = LoopBound(test, loop: test.loop)] in end.value.stop() }
        try test.run()
        #expect(count == 10)
    }

    @Test("A loop's object opened on another thread stops the process")
    func loopBound() async {
        await #expect(processExitsWith: .failure) {
            let loop = try EventLoop()
            let bound = LoopBound(1, loop: loop)
            let worker = WorkerThread(loop: loop, name: "worker")
            worker.run({ _ = bound.value }, then: {})
            worker.shutdown()
        }
    }
}
