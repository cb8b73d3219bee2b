// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Cuts what comes over a connection into lines, holding no more than one.
public struct EchoLineReader: Sendable {
    private var rest = Data()

    /// Makes one for a new connection.
    public init() {}

    /// Takes what has come.
    ///
    /// - Parameter bytes: Any part of the stream, also of several lines.
    /// - Returns: The lines that are whole now, in order.
    /// - Throws: ``EchoError`` where the peer breaks the rules; the connection is then of no use,
    ///   and neither is this reader.
    public mutating func append(_ bytes: Data) throws -> [EchoLine] {
        var lines: [EchoLine] = []
        for part in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            // Before each part but the first stood a line feed.
            if part.offset > 0 {
                lines.append(try Self.line(rest))
                rest = Data()
            }
            guard rest.count + part.element.count < EchoLine.byteCountMax else {
                throw EchoError.lineTooLong(rest.count + part.element.count + 1)
            }
            rest += part.element
        }
        return lines
    }

    private static func line(_ bytes: Data) throws -> EchoLine {
        guard let line = try? JSONDecoder().decode(EchoLine.self, from: bytes) else {
            let words = String(decoding: bytes.prefix(40), as: UTF8.self)
            throw EchoError.badLine(words.filter { $0.isASCII && !$0.isNewline })
        }
        if case .media(_, let sound) = line, sound.count > EchoLine.soundByteCountMax {
            throw EchoError.lineTooLong(sound.count)
        }
        return line
    }
}
