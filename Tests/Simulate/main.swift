// SPDX-License-Identifier: Apache-2.0
// simulate: random events from a seed into a core, with its invariants checked from outside.
//
//     simulate phone --seed 7 --events 10000          checks, prints one line
//     simulate gateway --seed 7 --events 10000 --log  prints every effect as well
//
// The seed decides all of it, in every process. Exit 1 and the seed, where an invariant does not
// hold.
import Glibc

func complain(_ words: String) {
    var text = words + "\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
}

func number(after option: String) -> UInt64? {
    guard let index = CommandLine.arguments.firstIndex(of: option),
        index + 1 < CommandLine.arguments.count
    else { return nil }
    return UInt64(CommandLine.arguments[index + 1])
}

let arguments = CommandLine.arguments
let usage = "usage: simulate phone|gateway --seed N [--events N] [--log]"
guard arguments.count > 1, let seed = number(after: "--seed") else {
    complain(usage)
    exit(64)
}
let events = Int(number(after: "--events") ?? 10_000)
let isLogged = arguments.contains("--log")

var failure: String?
switch arguments[1] {
case "phone":
    var simulation = PhoneSimulation(seed: seed, isLogged: isLogged)
    failure = simulation.run(events: events)
case "gateway":
    var simulation = GatewaySimulation(seed: seed, isLogged: isLogged)
    failure = simulation.run(events: events)
default:
    complain(usage)
    exit(64)
}
if let failure {
    complain(
        "simulate: \(failure)\n"
            + "replay: simulate \(arguments[1]) --seed \(seed) --events \(events) --log"
    )
    exit(1)
}
print("\(arguments[1]): seed \(seed), \(events) events, every invariant held")
