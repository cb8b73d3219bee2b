// SPDX-License-Identifier: Apache-2.0

/// Something that keeps an app from ringing, or that is worth knowing, with what to do about it.
struct Finding: Hashable, Sendable, Encodable {
    /// Where it is; nil of a phone.
    var file: String?
    /// From 1; nil of a whole file.
    var line: Int?
    /// What is wrong, and what to do.
    var words: String
    /// Whether the app does not build or ring because of it.
    var isFatal: Bool

    /// What keeps an app from building or ringing.
    static func problem(_ words: String, file: String? = nil, line: Int? = nil) -> Self {
        Self(file: file, line: line, words: words, isFatal: true)
    }

    /// What is only worth knowing.
    static func remark(_ words: String, file: String? = nil, line: Int? = nil) -> Self {
        Self(file: file, line: line, words: words, isFatal: false)
    }

    /// `file:line: what; do this`, as editors read it.
    var text: String {
        var text = file.map { $0.isEmpty ? "" : $0 } ?? ""
        if let line { text += ":\(line)" }
        return text + (text.isEmpty ? "" : ": ") + (isFatal ? "" : "remark: ") + words
    }
}
