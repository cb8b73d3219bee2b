// SPDX-License-Identifier: Apache-2.0

/// How many characters a line of a help text may have: the width of a terminal.
let helpWidth = 80

/// The words in lines of at most that many characters; a longer word has a line of its own.
func wrapped(_ text: some StringProtocol, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
        if let last = lines.last, last.count + 1 + word.count <= width {
            lines[lines.count - 1] += " " + word
        } else {
            lines.append(String(word))
        }
    }
    return lines
}

/// A paragraph within the width of a help text; lines that begin with a blank, tables and examples
/// that is, stay as they are.
func wrappedParagraph(_ paragraph: String) -> [String] {
    var lines: [String] = []
    var prose: [Substring] = []
    func flush() {
        lines += wrapped(prose.joined(separator: " "), width: helpWidth)
        prose = []
    }
    for line in paragraph.split(separator: "\n", omittingEmptySubsequences: false) {
        if line.isEmpty || line.first == " " {
            flush()
            lines.append(String(line))
        } else {
            prose.append(line)
        }
    }
    flush()
    return lines
}
