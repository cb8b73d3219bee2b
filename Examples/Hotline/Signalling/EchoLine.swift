// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// One line between an app and the far end of its call: a JSON object, then a line feed.
///
/// A connection carries one call. The app asks, each time under a number of its own; the far end
/// answers under that number, tells what happens on its side, and both send media.
public enum EchoLine: Hashable, Codable, Sendable {
    /// The app wants something.
    case request(number: Int, what: EchoRequest)
    /// The far end has done it, or says why not.
    case answer(number: Int, refusal: String?)
    /// Something happened at the far end.
    case event(EchoEvent)
    /// A piece of sound, numbered from the side where it began.
    case media(number: Int, sound: Data)

    /// The longest line, with its line feed; a peer that sends more loses its connection.
    public static let byteCountMax = 4096
    /// How much sound a piece may hold, so that its line is short enough in base64.
    public static let soundByteCountMax = 2048

    /// The line as it is sent.
    ///
    /// - Returns: The bytes with the line feed.
    /// - Throws: ``EchoError/lineTooLong(_:)`` where nobody would take it.
    public func encoded() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = try encoder.encode(self) + Data("\n".utf8)
        guard line.count <= Self.byteCountMax else { throw EchoError.lineTooLong(line.count) }
        return line
    }
}

/// What an app asks of the far end.
public enum EchoRequest: Hashable, Codable, Sendable {
    /// Rings it. Answered once it rings.
    case invite(handle: String)
    /// The far end has called: here it rings.
    case ring
    /// The far end has called, and is answered here.
    case accept
    /// Puts the call on hold, or takes it back.
    case hold(isOnHold: Bool)
    /// Sends digits.
    case keys(digits: String)
    /// Ends the call.
    case hangUp
}

/// What happens at the far end of its own accord.
public enum EchoEvent: Hashable, Codable, Sendable {
    /// It has been picked up.
    case connected
    /// It has heard digits, and says them back.
    case keys(digits: String)
    /// It has hung up.
    case ended
}

/// Why something between an app and its far end did not happen.
public enum EchoError: Error, Hashable, Sendable {
    /// The app was told of no far end.
    case noFarEnd
    /// An address that is none, as it was given.
    case badAddress(String)
    /// Nobody answers at this address.
    case unreachable(String)
    /// The connection went while something was asked.
    case connectionLost
    /// The far end said no, in its words.
    case refused(String)
    /// A line of so many bytes, or of more.
    case lineTooLong(Int)
    /// A line that is not one of ``EchoLine``: its beginning.
    case badLine(String)
}

extension EchoError: LocalizedError {
    /// What happened, and what to do.
    public var errorDescription: String? {
        switch self {
        case .noFarEnd:
            "there is nobody to call: start HotlineEcho, and give its address in HOTLINE_ECHO or "
                + "as HotlineEcho in Info.plist"
        case .badAddress(let text):
            "'\(text)' is no address of a far end: write it as HOST:PORT, such as 127.0.0.1:7007"
        case .unreachable(let address):
            "nobody answers at \(address): start HotlineEcho there"
        case .connectionLost:
            "the connection to the far end is gone: call again"
        case .refused(let reason):
            "the far end refused: \(reason)"
        case .lineTooLong(let count):
            "a line of \(count) bytes: \(EchoLine.byteCountMax) are the limit, so send less at once"
        case .badLine(let text):
            "'\(text)' is no line of the far end's protocol: both sides must be of one build"
        }
    }
}
