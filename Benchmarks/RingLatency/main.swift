// SPDX-License-Identifier: Apache-2.0
import Glibc
import OCKNetworking

/// How many rings of each kind: `RingLatency [WARM [COLD]]`; see ``Beside`` for the other form.
func counts() throws -> (warm: Int, cold: Int) {
    let words = CommandLine.arguments.dropFirst()
    let numbers = words.compactMap(Int.init).filter { (1...1_000_000).contains($0) }
    guard numbers.count == words.count, words.count <= 2 else {
        throw Trouble("usage: RingLatency [WARM [COLD]], two counts (1000 50)")
    }
    return (numbers.first ?? 1000, numbers.count > 1 ? numbers[1] : 50)
}

func run() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let stage: Stage
    if words.first == "beside" {
        let beside = try Beside(words: Array(words.dropFirst()))
        stage = try Stage()
        defer { stage.close() }
        return try beside.run(stage)
    }
    let (warmCount, coldCount) = try counts()
    stage = try Stage()
    defer { stage.close() }
    let rings = try Rings(stage)
    let floor = try Floor(stage)

    // A few of each first: caches, branch predictors, and the server's own warm-up.
    for _ in 0..<20 {
        _ = try floor.measure(rings.body)
        _ = try rings.measure()
    }
    var warm = Series()
    for _ in 0..<warmCount {
        warm.floor.add(try floor.measure(rings.body))
        warm.add(try rings.measure())
    }
    var cold = Series()
    for _ in 0..<coldCount {
        try rings.closeApp()
        cold.floor.add(try floor.measure(rings.body) + floor.measureStart())
        cold.add(try rings.measure())
    }

    print("Ring latency, from the provider's POST to the app's delegate, in milliseconds")
    print("(floor: one request to nghttpd over TLS and one Unix-socket round trip;")
    print(" cold: that, and one start of an empty program with Foundation)\n")
    print("                    rings       p50       p90       p99")
    warm.report("warm", aim: 300)
    cold.report("cold", aim: 150)
}

/// Rings of one kind beside their floor.
struct Series {
    var floor = Quantiles()
    private var rings = Quantiles()
    private var legs = [Quantiles(), Quantiles(), Quantiles()]

    mutating func add(_ ring: RingTime) {
        rings.add(ring.total)
        for (index, leg) in ring.legs.enumerated() { legs[index].add(leg) }
    }

    /// Prints a table; `aim` is what the ratio of the medians is to be at most, in hundredths.
    func report(_ name: String, aim: Int64) {
        print("\(name), ring         \(padded(String(rings.count), 8))\(rings.text)")
        for (leg, place) in zip(legs, ["gateway", "phone  ", "app    "]) {
            print("  to the \(place)           \(leg.text)")
        }
        print("\(name), floor        \(padded(String(floor.count), 8))\(floor.text)")
        let shares = [0.5, 0.9, 0.99]
        let ratios = shares.map { padded(ratio(rings.at($0), floor.at($0)), 10) }.joined()
        let isMet = rings.at(0.5) * 100 <= floor.at(0.5) * aim
        let verdict = "aim: p50 ≤ \(ratio(aim, 100)), \(isMet ? "met" : "missed")"
        print("\(name), ratio                \(ratios)   \(verdict)\n")
    }
}

do {
    try run()
} catch {
    let words = Array("RingLatency: \(error)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(EXIT_FAILURE)
}
