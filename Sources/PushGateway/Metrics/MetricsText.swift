// SPDX-License-Identifier: Apache-2.0

/// Numbers in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    enum Kind: String {
        case counter
        case gauge
        case histogram
    }

    /// What `content-type` says of it.
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""
    private var family = ""

    /// Begins a family of samples; they follow it.
    ///
    /// - Parameters:
    ///   - name: After `opencallkit_gateway_`; with `_total` at its end for a counter.
    ///   - kind: Of all its samples.
    ///   - help: One line.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        family = "opencallkit_gateway_" + name
        text += "# HELP \(family) \(help)\n# TYPE \(family) \(kind.rawValue)\n"
    }

    /// Adds a sample of the family.
    ///
    /// - Parameters:
    ///   - labels: Names and values; a value is one of ours, and needs no escaping.
    ///   - value: Printed as it is.
    mutating func add(_ labels: KeyValuePairs<String, String>, _ value: Int) {
        add(labels, suffix: "", String(value))
    }

    private mutating func add(
        _ labels: KeyValuePairs<String, String>, suffix: String, _ value: String
    ) {
        let list = labels.map { "\($0.key)=\"\($0.value)\"" }.joined(separator: ",")
        text += family + suffix + (list.isEmpty ? "" : "{\(list)}") + " \(value)\n"
    }

    /// Adds the samples of a whole histogram.
    mutating func add(_ histogram: LatencyHistogram) {
        var sum = 0
        for (bound, count) in zip(LatencyHistogram.bounds, histogram.counts) {
            sum += count
            add(["le": String(bound)], suffix: "_bucket", String(sum))
        }
        add(["le": "+Inf"], suffix: "_bucket", String(histogram.count))
        add([:], suffix: "_sum", String(histogram.seconds))
        add([:], suffix: "_count", String(histogram.count))
    }
}

/// How long something took, counted in classes.
struct LatencyHistogram: Hashable, Sendable {
    /// The upper bound of each class, in seconds; what took longer is in none.
    static let bounds = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]

    private(set) var counts = [Int](repeating: 0, count: bounds.count)
    private(set) var count = 0
    /// All of it together.
    private(set) var seconds = 0.0

    mutating func add(nanoseconds: Int64) {
        let value = Double(nanoseconds) / 1e9
        count += 1
        seconds += value
        if let index = Self.bounds.firstIndex(where: { value <= $0 }) { counts[index] += 1 }
    }
}
