// SPDX-License-Identifier: Apache-2.0

/// Asks whether the known word nearest to a mistyped one was meant; empty where none is near.
func suggestion(for word: String, among known: [String]) -> String {
    let near = known.map { (word: $0, distance: editDistance(word, $0)) }
        .filter { $0.distance <= max(1, word.count / 3) || $0.word.hasPrefix(word) }
        .min { ($0.distance, $0.word) < ($1.distance, $1.word) }
    return near.map { " (did you mean '\($0.word)'?)" } ?? ""
}

/// How many characters must be put in, left out, changed or swapped with their neighbour to get
/// from one word to the other.
func editDistance(_ a: String, _ b: String) -> Int {
    let a = Array(a.prefix(64))
    let b = Array(b.prefix(64))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
        var row = [i + 1]
        for j in 0..<b.count {
            var cost = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, rows[i - 1][j - 1] + 1)
            }
            row.append(cost)
        }
        rows.append(row)
    }
    return rows[a.count][b.count]
}
