// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Where messages of one part of an app go.
///
/// All go to standard error, a line each, which a phone keeps as the app's log:
/// `2026-01-01 12:00:00.000000+0000 com.example.hotline:calls [default] a call began`. What
/// `OPENCALLKIT_LOG_LEVEL` says is left out (`debug`, unless it is set), and what is private reads
/// `<private>`, unless `OPENCALLKIT_LOG_PRIVATE` is 1.
open class OSLog: NSObject, @unchecked Sendable {  // Sendable because all of it is constant.
    let subsystem: String
    let category: String
    /// Nil logs nothing.
    private let output: LogOutput?

    package init(subsystem: String, category: String, output: LogOutput?) {
        self.subsystem = subsystem
        self.category = category
        self.output = output
    }

    /// Makes a log of one part of the app.
    ///
    /// - Parameters:
    ///   - subsystem: The app or library, such as `com.example.hotline`.
    ///   - category: The part of it, such as `calls`.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, output: .standard)
    }

    /// The log of those who make none.
    open class var `default`: OSLog { shared }
    private static let shared = OSLog(subsystem: "", category: "")

    /// The log that nobody reads.
    open class var disabled: OSLog { silent }
    private static let silent = OSLog(subsystem: "", category: "", output: nil)

    /// Whether messages of that type are written.
    open func isEnabled(type: OSLogType) -> Bool { output?.isEnabled(type) ?? false }

    /// Writes the message, which is not made up where nobody would read it.
    func log(_ type: OSLogType, _ message: (_ showsPrivate: Bool) -> String) {
        guard let output, output.isEnabled(type) else { return }
        output.log(type, subsystem: subsystem, category: category, message(output.showsPrivate))
    }
}
