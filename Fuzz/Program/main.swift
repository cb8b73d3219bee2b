// SPDX-License-Identifier: Apache-2.0
import FuzzTargets
import Glibc

#if FUZZER
import CFuzzer
#endif

// fuzz TARGET [libFuzzer's options] [FOLDER|FILE…]
//
// Built by Fuzz/run it looks for bytes that break a target. Built in any other way it runs those of
// the files and says what they break, which is what a debugger wants.

let usage = "usage: fuzz TARGET FILE… | fuzz seeds FOLDER; Fuzz/run --help says more\n"

/// Ends the process with words on the standard error.
func fail(_ words: String) -> Never {
    var words = words
    words.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(64)
}

guard CommandLine.arguments.count > 1 else { fail(usage) }
let word = CommandLine.arguments[1]
if word == "seeds", CommandLine.arguments.count == 3 {
    try Seeds.write(to: CommandLine.arguments[2])
    exit(0)
}
guard let target = FuzzTarget(rawValue: word) else {
    let known = FuzzTarget.allCases.map(\.rawValue).joined(separator: ", ")
    fail("\(word) is none of the targets \(known)\n\(usage)")
}

#if FUZZER
/// The target of this process, for a callback that can capture nothing.
nonisolated(unsafe) var chosen = target  // because libFuzzer calls on this thread alone

// Its own name stays the first argument; in the place of the target's comes its limit.
var arguments: [UnsafeMutablePointer<CChar>?] =
    [CommandLine.unsafeArgv[0], strdup("-max_len=\(target.byteCountMax)")]
    + (2..<Int(CommandLine.argc)).map { CommandLine.unsafeArgv[$0] } + [nil]
let outcome = arguments.withUnsafeMutableBufferPointer { buffer in
    var count = Int32(buffer.count - 1)
    var start = buffer.baseAddress
    return LLVMFuzzerRunDriver(&count, &start) { bytes, count in
        do {
            try chosen.check(Array(UnsafeBufferPointer(start: bytes, count: count)))
        } catch {
            fatalError("\(error)")
        }
        return 0
    }
}
exit(outcome)
#else
var findingCount = 0
for path in CommandLine.arguments.dropFirst(2) {
    do {
        try target.check(try FuzzCases.bytes(of: path))
    } catch {
        findingCount += 1
        print("\(path): \(error)")
    }
}
exit(findingCount == 0 ? 0 : 1)
#endif
