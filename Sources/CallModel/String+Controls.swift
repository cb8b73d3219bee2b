// SPDX-License-Identifier: Apache-2.0

extension String {
    /// The text without control and bidirectional characters: a name is text from outside, and they
    /// could fake what stands beside it.
    package var withoutControls: String {
        guard unicodeScalars.contains(where: \.isUnwanted) else { return self }
        var kept = String.UnicodeScalarView()
        kept.append(contentsOf: unicodeScalars.lazy.filter { !$0.isUnwanted })
        return String(kept)
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls, and the marks, embeddings, overrides and isolates of Unicode's
    /// bidirectional algorithm (UAX #9 §2).
    fileprivate var isUnwanted: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069:
            true
        default: false
        }
    }
}
