// SPDX-License-Identifier: Apache-2.0

/// Times of one kind, in nanoseconds.
struct Quantiles {
    private var samples: [Int64] = []

    mutating func add(_ nanoseconds: Int64) { samples.append(nanoseconds) }

    var count: Int { samples.count }

    /// The smallest time that is not below this share of all; 0 without any.
    func at(_ share: Double) -> Int64 {
        guard !samples.isEmpty else { return 0 }
        let rank = Int((share * Double(samples.count)).rounded(.up))
        return samples.sorted()[max(0, min(samples.count, rank) - 1)]
    }

    /// p50, p90 and p99 in milliseconds.
    var text: String {
        [0.5, 0.9, 0.99].map { padded(milliseconds(at($0)), 10) }.joined()
    }
}

/// Milliseconds with three decimals.
func milliseconds(_ nanoseconds: Int64) -> String {
    let micros = max(0, nanoseconds) / 1000
    let fraction = String(micros % 1000)
    return "\(micros / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
}

/// A quotient with two decimals.
func ratio(_ a: Int64, _ b: Int64) -> String {
    guard b > 0 else { return "-" }
    let hundredths = String((a * 100 + b / 2) / b % 100)
    return "\((a * 100 + b / 2) / b / 100).\(hundredths.count < 2 ? "0" : "")\(hundredths)"
}

/// The text at the right edge of a column.
func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}
