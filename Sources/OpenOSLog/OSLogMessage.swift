// SPDX-License-Identifier: Apache-2.0

/// A message with values in it, which are asked for when it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral {
    private let interpolation: OSLogInterpolation

    /// Makes a message of text and values.
    public init(stringInterpolation: OSLogInterpolation) { interpolation = stringInterpolation }

    /// Makes a message of text alone, which is public.
    public init(stringLiteral value: String) {
        var interpolation = OSLogInterpolation(literalCapacity: 0, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.interpolation = interpolation
    }

    /// What is written; private values read `<private>` unless they are shown.
    func text(showsPrivate: Bool) -> String {
        interpolation.pieces.map { $0.text(showsPrivate: showsPrivate) }.joined()
    }
}
