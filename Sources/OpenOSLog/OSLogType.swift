// SPDX-License-Identifier: Apache-2.0

/// How much a message matters.
public struct OSLogType: Hashable, RawRepresentable, Sendable {
    /// Apple's number for it.
    public let rawValue: UInt8

    /// Makes the type of that number.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Makes the type of that number.
    public init(_ rawValue: UInt8) { self.rawValue = rawValue }

    /// What is always worth a line.
    public static let `default` = OSLogType(0x00)
    /// What may help with something else.
    public static let info = OSLogType(0x01)
    /// What helps while the app is being written; off unless asked for.
    public static let debug = OSLogType(0x02)
    /// What went wrong in this process.
    public static let error = OSLogType(0x10)
    /// What went wrong in the system, or is a mistake in the app.
    public static let fault = OSLogType(0x11)

    /// Its name in a line; of a number that Apple does not name, the number.
    var name: String {
        switch self {
        case .default: "default"
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "type \(rawValue)"
        }
    }

    /// Its place among the others: Apple's numbers are in another order.
    var severity: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .error: 3
        case .fault: 4
        default: 2
        }
    }
}
