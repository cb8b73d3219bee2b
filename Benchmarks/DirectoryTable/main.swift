// SPDX-License-Identifier: Apache-2.0
// Measures a NumberTable. It reads orders and answers each with a line, as DirectoryPeers/peer.c
// does for the others:
//
//     DirectoryTable DATA TABLE
//
//     build               seconds from the first number to the file on the disk, its bytes, and the
//                         most memory that this took
//     hit, miss           nanoseconds a look-up, how many were found, and a sum of their labels
//     cold INDEX          microseconds from opening a file that is not cached to the label of one
//                         number, how many of its pages were cached all the same, the label's sum
//     change COUNT SEED   seconds of an incremental load of so many changes over the table, the
//                         bytes of its layer, and seconds of the disk alone for such a file
import Glibc
import NumberTable

/// Written at once, whatever standard output is.
func say(_ words: String) {
    let line = Array("\(words)\n".utf8)
    _ = write(STDOUT_FILENO, line, line.count)
}

func run() throws {
    guard CommandLine.arguments.count == 3 else {
        throw Trouble("usage: DirectoryTable DATA TABLE")
    }
    let bench = TableBench(folder: CommandLine.arguments[1], path: CommandLine.arguments[2])
    say("ready")
    while let order = readLine() {
        let words = order.split(separator: " ")
        let numbers = words.dropFirst().compactMap { Int($0) }
        switch (words.first, numbers.count) {
        case ("build", 0): say(try bench.build())
        case ("hit", 0), ("miss", 0): say(try bench.lookUp(order == "hit" ? "hits" : "misses"))
        case ("cold", 1): say(try bench.lookUpCold(numbers[0]))
        case ("change", 2): say(try bench.change(numbers[0], seed: UInt64(numbers[1])))
        default: throw Trouble("there is no order '\(order)'")
        }
    }
}

do {
    try run()
} catch {
    let words = Array("DirectoryTable: \(error)\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    exit(EXIT_FAILURE)
}
