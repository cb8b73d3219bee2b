// SPDX-License-Identifier: Apache-2.0

/// A Swift file that is looked at.
struct SourceFile {
    /// As it is shown.
    let path: String
    /// The target that it is of: the folder below `Sources`, else the whole of what was given.
    let target: String
    let tokens: [SwiftToken]
    let outline: SwiftOutline

    init(path: String, target: String, bytes: [UInt8]) {
        self.path = path
        self.target = target
        tokens = SwiftLexer.tokens(bytes)
        outline = SwiftOutline(tokens)
    }

    func has(_ word: String) -> Bool { tokens.contains { $0.text == word } }

    func has(anyOf words: Set<String>) -> Bool { tokens.contains { words.contains($0.text) } }
}
