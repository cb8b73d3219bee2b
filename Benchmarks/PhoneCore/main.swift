// SPDX-License-Identifier: Apache-2.0
// PhoneCore: how many events a second a phone takes, and how much memory it asks for on the way,
// beside the floor: the same events merely copied into an array.
//
//     PhoneCore [--rounds 2000]
//
// The script is that of two apps on one phone: pushes, calls that ring and are answered, held,
// swapped, muted, merged and ended, a call over the cellular network, deadlines that pass.
import CAllocations
import CallModel
import Glibc
import PhoneCore

/// Of the processor, not of the wall: a busy machine must not count.
func seconds(_ work: () -> Void) -> Double {
    var start = timespec()
    var end = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
    work()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
    return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

let arguments = CommandLine.arguments
let rounds =
    arguments.firstIndex(of: "--rounds").flatMap {
        $0 + 1 < arguments.count ? Int(arguments[$0 + 1]) : nil
    } ?? 2_000

// What is sent is written down once, so that only the phone is measured.
var script = Script()
for _ in 0..<rounds { script.round() }
let events = script.events

func applied() -> Int {
    var phone = Phone(rules: Script.rules, seed: 1)
    var effects: [PhoneEffect] = []
    var count = 0
    for row in events {
        phone.apply(row.event, at: row.now, into: &effects)
        count += effects.count
        effects.removeAll(keepingCapacity: true)
    }
    return count
}

func copied() -> Int {
    var copies: [Script.Row] = []
    for row in events { copies.append(row) }
    return copies.count
}

/// The fastest of several: what else the machine does only adds.
func best(_ work: () -> Int) -> Double {
    (0..<5).map { _ in seconds { precondition(work() > 0) } }.min() ?? 0
}

guard applied() == script.effectCount else {
    print("PhoneCore: the script gives other effects than when it was written")
    exit(1)
}
let time = best(applied)
let floor = best(copied)
let before = allocations_count()
_ = applied()
let allocations = Double(allocations_count() - before) / Double(events.count)

func rounded(_ value: Double, _ places: Double = 10) -> Double {
    (value * places).rounded() / places
}
let rate = Double(events.count) / time / 1_000_000
let nanoseconds = time / Double(events.count) * 1e9
let floorNanoseconds = floor / Double(events.count) * 1e9
print(
    """
    PhoneCore: \(events.count) events of a mixed script, \(script.effectCount) effects
      \(rounded(rate, 100)) million events/s, \(rounded(nanoseconds)) ns each
      floor (the same events copied): \(rounded(floorNanoseconds)) ns each, ratio \
    \(rounded(nanoseconds / floorNanoseconds))
      \(rounded(allocations, 100)) allocations for each event
    """)
