// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import Testing
import OCKTimeline

@Suite struct DemoTests {
    private struct Line: Decodable {
        var at: Double
        var who: TimelineParty
        var step: TimelineStep
    }

    private func demo(_ words: String..., within seconds: Double = 60) throws -> Program {
        let program = try Program([Binaries.opencallkit, "demo"] + words)
        try program.end(within: seconds)
        return program
    }

    @Test("The demo goes through the thirteen steps twice, each once and in order, and calls back")
    func whole() throws {
        let program = try demo("--once", "--json")
        #expect(program.exitCode == 0, "\(program.errors)")
        let lines = try program.output.map { try decode(Line.self, $0) }
        let posted = lines.indices.filter { lines[$0].step == .pushPosted }
        try #require(posted.count == 2)
        let started = try #require(lines.firstIndex { $0.step == .callStarted })
        let course: [TimelineStep] = [
            .callStarted, .callConnecting, .callConnected, .callHeld, .callResumed, .callMuted,
            .callEnded, .recentsRecorded,
        ]
        #expect(lines[started...].map(\.step).filter(course.contains) == course)
        for round in [lines[posted[0]..<posted[1]], lines[posted[1]..<started]] {
            var order = StepOrder()
            for line in round {
                let time = MonotonicTime(nanoseconds: Int64(line.at * 1_000_000))
                order.add(TimelineEntry(at: time, who: line.who, step: line.step))
            }
            #expect(order.violations == [])
        }
    }

    @Test("Without a terminal the demo ends by itself, with words for a person")
    func words() throws {
        let program = try demo()
        #expect(program.exitCode == 0, "\(program.errors)")
        let text = program.output.joined(separator: "\n")
        #expect(text.contains("curl --fail-with-body -sS --json "))
        #expect(text.contains("curl -v --fail-with-body --http2 --cert "))
        #expect(text.contains("All 13 steps happened once, in order."))
        #expect(text.contains("All 8 steps happened once, in order."))
        #expect(program.output.count { $0.contains("  com.example.hotline  ") } == 3, "\(text)")
        #expect(!text.contains("\u{1B}"))
    }

    @Test("A step that does not happen is named", arguments: StepOrder.steps)
    func fault(step: TimelineStep) throws {
        let program = try demo("--once", "--json", "--timeout", "4", "--fault", step.rawValue)
        #expect(program.exitCode == 1)
        let last = try #require(program.errors.last)
        #expect(last.hasPrefix("opencallkit: \(step.rawValue) did not happen"))
    }

    @Test(
        "The demo leaves no process and no folder behind, however it is ended",
        arguments: [
            SIGTERM, SIGINT, SIGKILL,
        ])
    func ended(signal: Int32) throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        // It waits for a push that is never posted.
        let program = try Program([
            Binaries.opencallkit, "demo", "--once", "--json", "--home", home, "--fault",
            "push.posted", "--timeout", "60",
        ])
        let deadline = Deadline(30)
        while !program.errors.contains(where: { $0.contains("/calls") }) {
            try Program.read([program], until: deadline, for: "the demo to be set up")
        }
        let lock = "\(home)/state/phone.lock"
        #expect(access(lock, F_OK) == 0)
        program.signal(signal)
        #expect(try program.end() == (signal == SIGKILL ? 128 + SIGKILL : 1))
        // A daemon holds its lock as long as it lives; flock(1) waits for that.
        try Tool.run(["flock", "--timeout", "20", lock, "true"])
        try Tool.run(["flock", "--timeout", "20", "\(home)/state/gateway/gateway.lock", "true"])
    }

    @Test(
        "On a terminal the demo stays, and both of its lines ring again",
        .enabled(if: Tool.exists("script"), "script is in Debian's package bsdutils"))
    func terminal() throws {
        let home = try makeTemporaryFolder()
        defer { removeTree(home) }
        let program = try Program([
            "script", "-qfec", "\(Binaries.opencallkit) demo --home \(home)", "/dev/null",
        ])
        func wait(for text: String, times: Int = 1) throws {
            let deadline = Deadline(30)
            while program.output.count(where: { $0.contains(text) }) < times {
                try Program.read([program], until: deadline, for: "\(text) number \(times)")
            }
        }
        try wait(for: "Ctrl-C ends the demo.")
        let lines = program.output.filter { $0.contains("curl -") }
        try #require(lines.count == 2)
        let command = { try Tool.run([Binaries.opencallkit] + $0 + ["--home", home]) }
        for (number, line) in zip(3..., lines) {
            try Tool.run(["sh", "-c", line.trimmingSuffix { $0.isNewline }])
            try wait(for: "call.ringing", times: number)
            _ = try command(["call", "answer"])
            // The call back had its sound twice, around its hold.
            try wait(for: "audio.activated", times: number + 2)
            _ = try command(["call", "end"])
            try wait(for: "recents.recorded", times: number + 1)
        }
        kill(try #require(process(of: home)), SIGINT)
        #expect(try program.end() == 0)
        #expect(!program.output.contains { $0.contains("Fatal") })
    }

    /// The demo that works in this home.
    private func process(of home: String) -> pid_t? {
        folderNames("/proc").compactMap { pid_t($0) }.first { process in
            let words = (try? readText("/proc/\(process)/cmdline"))?.split(separator: "\0") ?? []
            return words.dropFirst() == ["demo", "--home", Substring(home)]
        }
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = self[...]
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
