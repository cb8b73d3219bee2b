// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// What a message is made of.
public struct OSLogInterpolation: StringInterpolationProtocol {
    /// A piece of a message.
    enum Piece {
        case literal(String)
        case value(LogValue)

        func text(showsPrivate: Bool) -> String {
            switch self {
            case .literal(let text): text
            case .value(let value): value.text(showsPrivate: showsPrivate)
            }
        }
    }

    private(set) var pieces: [Piece] = []

    /// Begins a message.
    public init(literalCapacity: Int, interpolationCount: Int) {
        pieces.reserveCapacity(interpolationCount * 2 + 1)
    }

    /// Adds text as it stands in the source, which is public.
    public mutating func appendLiteral(_ literal: String) { pieces.append(.literal(literal)) }

    /// Adds a string; private unless said otherwise.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.text, align, privacy, argumentString) }

    /// Adds a value by its description; private unless said otherwise.
    ///
    /// Disfavoured because strings and numbers have descriptions too.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.text, align, privacy) { value().description } }

    /// Adds the name of a type; public unless said otherwise.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.scalar, align, privacy) { String(describing: value()) } }

    /// Adds an object by its description; private unless said otherwise.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject,
        privacy: OSLogPrivacy = .auto
    ) { append(.text, .none, privacy) { argumentObject().description } }

    /// Adds an object by its description, `(null)` where there is none; private unless said
    /// otherwise.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject?,
        privacy: OSLogPrivacy = .auto
    ) { append(.text, .none, privacy) { argumentObject()?.description ?? "(null)" } }

    /// Adds an error; private unless said otherwise.
    ///
    /// Disfavoured because an `NSError` is an object first.
    @_disfavoredOverload
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error,
        privacy: OSLogPrivacy = .auto
    ) { append(.text, .none, privacy) { String(describing: error()) } }

    /// Adds a whole number; public unless said otherwise.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T,
        format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.scalar, align, privacy) { format.text(number()) } }

    /// Adds a number; public unless said otherwise.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Float,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.scalar, align, privacy) { format.text(Double(number())) } }

    /// Adds a number; public unless said otherwise.
    public mutating func appendInterpolation(
        _ number: @autoclosure @escaping () -> Double,
        format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { append(.scalar, align, privacy) { format.text(number()) } }

    /// Adds yes or no; public unless said otherwise.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool,
        format: OSLogBoolFormat = .truth,
        privacy: OSLogPrivacy = .auto
    ) { append(.scalar, .none, privacy) { format.text(boolean()) } }

    /// Adds where some bytes are and how many; public unless said otherwise.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawBufferPointer,
        privacy: OSLogPrivacy = .auto
    ) {
        append(.scalar, .none, privacy) {
            let bytes = pointer()
            return "\(bytes.baseAddress.map { "\($0)" } ?? "(null)")[\(bytes.count)]"
        }
    }

    private mutating func append(
        _ kind: LogValue.Kind, _ alignment: OSLogStringAlignment, _ privacy: OSLogPrivacy,
        _ text: @escaping () -> String
    ) {
        pieces.append(
            .value(LogValue(kind: kind, alignment: alignment, privacy: privacy, make: text)))
    }
}
