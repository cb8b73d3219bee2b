// SPDX-License-Identifier: Apache-2.0

/// Writes messages of one part of an app.
///
/// Values in a message are asked for only where the message is written, and strings in it read
/// `<private>` unless they are said to be public: `logger.info("\(name, privacy: .public) calls")`.
/// Where the lines go, ``OSLog`` says.
public struct Logger: Sendable {
    private let destination: OSLog

    /// Makes a logger of a part of the app.
    ///
    /// - Parameters:
    ///   - subsystem: The app or library, such as `com.example.hotline`.
    ///   - category: The part of it, such as `calls`.
    public init(subsystem: String, category: String) {
        destination = OSLog(subsystem: subsystem, category: category)
    }

    /// Makes a logger that writes to the log of those who make none.
    public init() { destination = .default }

    /// Makes a logger that writes to a log.
    public init(_ logObj: OSLog) { destination = logObj }

    /// Writes a message that is always worth a line.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes a message of that type.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        destination.log(level, message.text)
    }

    /// Writes a message that helps while the app is being written; off unless asked for.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message that helps while the app is being written; off unless asked for.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }

    /// Writes a message that may help with something else.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }

    /// Writes a message that is always worth a line.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }

    /// Writes that something went wrong.
    public func warning(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes that something went wrong.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }

    /// Writes of a mistake in the app, or of what went wrong in the system.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }

    /// Writes of a mistake in the app, or of what went wrong in the system.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }
}
