// SPDX-License-Identifier: Apache-2.0
// simulate: random events from a seed into a core, with its invariants checked from outside.
//
//     simulate phone --seed 7 --events 10000              checks, prints one line
//     simulate phone --seed 1 --seeds 100 --events 10000  a hundred seeds, each with so many events
//     simulate gateway --seed 7 --events 10000 --log      prints every effect as well
//     simulate phone --seed 7 --canary loseEnd            with a planted fault: must fail
//
// The seed decides all of it, in every process. Exit 1 with the seed, its parameters and the
// shortest replay, where an invariant does not hold.
import Glibc

func complain(_ words: String) {
    var text = words + "\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

func text(after option: String) -> String? {
    guard let index = CommandLine.arguments.firstIndex(of: option),
        index + 1 < CommandLine.arguments.count
    else { return nil }
    return CommandLine.arguments[index + 1]
}

/// What went wrong with one seed, in words for a person; nil where nothing did.
func phoneFailure(seed: UInt64, events: Int, isLogged: Bool, canary: Canary?) -> String? {
    var simulation = PhoneSimulation(seed: seed, isLogged: isLogged, canary: canary)
    guard let broken = simulation.run(events: events) else { return nil }
    if isLogged { return broken.words }
    let shrinker = Shrinker(
        seed: seed, canary: canary, record: simulation.record, broken: broken)
    let replay = shrinker.shortest()
    return "\(broken.words)\nparameters: \(simulation.swarm)\nshortest replay, "
        + "\(replay.count) of \(simulation.record.count) events:\n  "
        + replay.joined(separator: "\n  ")
}

/// Likewise for a push service.
func gatewayFailure(seed: UInt64, events: Int, isLogged: Bool) -> String? {
    var simulation = GatewaySimulation(seed: seed, isLogged: isLogged)
    guard let broken = simulation.run(events: events) else { return nil }
    if isLogged { return broken.words }
    let replay = simulation.shortest(broken)
    return "\(broken.words)\nparameters: \(simulation.swarm)\nshortest replay, "
        + "\(replay.count) of \(simulation.record.count) events:\n  "
        + replay.joined(separator: "\n  ")
}

let arguments = CommandLine.arguments
let usage =
    "usage: simulate phone|gateway --seed N [--seeds N] [--events N] [--log] [--canary NAME]\n"
    + "canaries: \(Canary.allCases.map(\.rawValue).joined(separator: ", "))"
guard arguments.count > 1, let seed = text(after: "--seed").flatMap({ UInt64($0) }) else {
    complain(usage)
    exit(64)
}
let events = text(after: "--events").flatMap { Int($0) } ?? 10_000
let seeds = text(after: "--seeds").flatMap { UInt64($0) } ?? 1
let isLogged = arguments.contains("--log")
let canary = text(after: "--canary").flatMap { Canary(rawValue: $0) }

for seed in seed..<seed + seeds {
    var failure: String?
    switch arguments[1] {
    case "phone":
        failure = phoneFailure(seed: seed, events: events, isLogged: isLogged, canary: canary)
    case "gateway":
        failure = gatewayFailure(seed: seed, events: events, isLogged: isLogged)
    default:
        complain(usage)
        exit(64)
    }
    guard let failure else { continue }
    let planted = canary.map { " --canary \($0.rawValue)" } ?? ""
    complain(
        "simulate: seed \(seed): \(failure)\n"
            + "replay: simulate \(arguments[1]) --seed \(seed) --events \(events)\(planted) --log"
    )
    exit(1)
}
print("\(arguments[1]): seed \(seed), \(seeds) × \(events) events, every invariant held")
