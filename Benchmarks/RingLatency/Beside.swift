// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking

/// Rings while another program gives the phone work, and rings without, in turns.
///
/// The program is started with the phone's home as its last argument and prints a line when it is
/// ready. Told `go` or `stop` on its standard input it works or rests, and answers with a line.
struct Beside {
    private static let turn = 25

    private let program: [String]
    private let count: Int

    /// - Parameter words: How many rings of each kind, and the program with its arguments.
    /// - Throws: ``Trouble`` if they are others.
    init(words: [String]) throws {
        guard words.count > 1, let count = Int(words[0]), (1...1_000_000).contains(count) else {
            throw Trouble("usage: RingLatency beside COUNT PROGRAM [ARGUMENT…]")
        }
        self.count = count
        program = Array(words.dropFirst())
    }

    /// Prints `alone` and `beside`, each with p50, p90 and p99 in milliseconds.
    func run(_ stage: Stage) throws {
        let rings = try Rings(stage)
        for _ in 0..<20 { _ = try rings.measure() }
        let other = try Conversation(program + [stage.home], stage)
        defer { other.end() }
        var alone = Quantiles()
        var beside = Quantiles()
        while beside.count < count {
            let turn = min(Self.turn, count - beside.count)
            for _ in 0..<turn { alone.add(try rings.measure().total) }
            try other.order("go")
            for _ in 0..<turn { beside.add(try rings.measure().total) }
            try other.order("stop")
        }
        print("alone \(alone.text)\nbeside \(beside.text)")
    }
}

/// A process that answers each line that it is told with one.
private final class Conversation {
    private let stage: Stage
    private let child: Child
    private let input: Int32
    private var answerCount = 0
    private var expected = 0
    private var hasEnded = false

    init(_ words: [String], _ stage: Stage) throws {
        self.stage = stage
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Trouble("cannot make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        input = ends[1]
        child = try Child(words, on: stage.loop, input: ends[0])
        close(ends[0])
        child.onLine = { [unowned self, loop = stage.loop] _ in
            answerCount += 1
            loop.stop()
        }
        child.onEnd = { [unowned self, loop = stage.loop] in
            hasEnded = true
            loop.stop()
        }
        try hear(words[0])
    }

    func order(_ word: String) throws {
        let line = Array("\(word)\n".utf8)
        guard write(input, line, line.count) == line.count else {
            throw Trouble("the other program has gone")
        }
        try hear(word)
    }

    func end() {
        close(input)
        child.signal(SIGTERM)
        _ = child.reap()
    }

    private func hear(_ what: String) throws {
        expected += 1
        try stage.wait(for: "the answer to '\(what)'") { answerCount >= expected || hasEnded }
        guard !hasEnded else { throw Trouble("the other program has ended") }
    }
}
