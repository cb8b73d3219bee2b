// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OpenCallKitCommand

/// The words of Swift source, as the doctor reads it.
@Suite struct SwiftLexerTests {
    private func words(_ source: String) -> [String] {
        SwiftLexer.tokens(Array(source.utf8)).map(\.text)
    }

    @Test("Comments and what is in strings are no words")
    func left() {
        #expect(words("a // b\nc /* d /* e */ f */ g") == ["a", "c", "g"])
        let string = SwiftToken.string
        #expect(words(#"a = "b \( c("d)") ) e" + f"#) == ["a", "=", string, "+", "f"])
        #expect(words(##"#"a "b" \#(c)"# d"##) == [string, "d"])
        #expect(words("\"\"\"\n a \"b\" \n\"\"\" c") == [string, "c"])
        #expect(words("\"no end\nfunc") == [string, "func"])
    }

    @Test("A mark belongs to its word, and an arrow is one sign")
    func marks() {
        #expect(
            words("@objc #selector(a) -> `class`") == [
                "@objc", "#selector", "(", "a", ")", "->", "class",
            ])
    }

    @Test("Lines are counted through comments and strings")
    func lines() {
        let source = "/*\n\n*/ a\n\"\"\"\n\n\"\"\" b\n#if os(iOS)\nc\n#endif\nd"
        let tokens = SwiftLexer.tokens(Array(source.utf8)).filter(\.isName)
        #expect(tokens.map(\.text) == ["a", "b", "d"])
        #expect(tokens.map(\.line) == [3, 6, 10])
    }

    @Test(
        "What an #if leaves out here is left out, and what depends on the build stays",
        arguments: [
            ("#if os(iOS)\na\n#else\nb\n#endif", ["b"]),
            ("#if canImport(UIKit) && os(Linux)\na\n#else\nb\n#endif", ["a"]),
            ("#if canImport(ObjectiveC)\na\n#elseif !os(iOS)\nb\n#else\nc\n#endif", ["b"]),
            ("#if DEBUG\na\n#else\nb\n#endif", ["a", "b"]),
            ("#if DEBUG || os(Linux)\na\n#else\nb\n#endif", ["a"]),
            ("#if os(iOS)\n#if os(Linux)\na\n#endif\n#endif\nb", ["b"]),
            ("#if targetEnvironment(simulator) // x\na\n#endif", []),
            ("#endif\na", ["a"]),
        ])
    func conditions(source: String, left: [String]) { #expect(words(source) == left) }

    @Test("No bytes stop it, and what is left open ends with the file")
    func anyBytes() {
        for source in [
            "/*", "/* /", "\"", "#\"", "\"\"\"", "\"\\(", "\"\\", "#if", "@", "#", "`", "-",
        ] {
            _ = words(source)
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            let bytes = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
            let tokens = SwiftLexer.tokens(bytes)
            _ = SwiftOutline(tokens)
        }
    }
}
