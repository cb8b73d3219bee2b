// SPDX-License-Identifier: Apache-2.0

/// A command line that a POSIX shell reads as these words.
func shellLine(_ words: [String]) -> String { words.map(shellWord).joined(separator: " ") }

/// The word as it is where that is safe, else in quotes.
func shellWord(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
            UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ","),
            UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
    guard !isPlain || word.isEmpty else { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
}
