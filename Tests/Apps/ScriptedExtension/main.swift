// SPDX-License-Identifier: Apache-2.0
import Glibc

// A call directory extension that does what `Script.txt` in its folder says, one command a line,
// good or bad; it says each to its log. Below Apple's API, which would not let it misbehave.

guard let file = fopen("Script.txt", "r") else { exit(66) }
var line = [CChar](repeating: 0, count: 1 << 16)
var script = Script()
while fgets(&line, Int32(line.count), file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    guard let command = words.first else { continue }
    print("did \(command): \(script.perform(command, Array(words.dropFirst())))")
    fflush(nil)
}
