// SPDX-License-Identifier: Apache-2.0

/// Why a sub-command ends without having done its work, in one line, with its exit code.
struct CommandFailure: Error, Hashable, Sendable {
    let message: String
    let code: ExitCode

    init(_ code: ExitCode, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A command line that cannot be understood; names where to read more.
    static func usage(_ message: String, _ command: Command? = nil) -> Self {
        let words = ["opencallkit"] + (command?.path ?? []) + ["--help"]
        return Self(.usage, "\(message); see '\(words.joined(separator: " "))'")
    }

    /// A port that another process listens on; names the option that gives another.
    static func portTaken(_ host: String, _ port: UInt16, _ option: Option) -> Self {
        Self(
            .unavailable,
            "port \(port) on \(host) is taken by another process: choose another with "
                + "--\(option.name), or 0 for any free one"
        )
    }
}

/// The exit codes of the command; all but the first two are those of `sysexits.h`.
enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
    case success = 0
    case failed = 1
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case noPermission = 77

    var words: String {
        switch self {
        case .success: "done"
        case .failed: "refused, or a check found something"
        case .usage: "the command line is wrong"
        case .badData: "a file is not what it should be"
        case .noInput: "a file is missing or cannot be read"
        case .unavailable: "no phone or gateway runs here, or a port or tool is not to be had"
        case .cannotCreate: "a file or folder cannot be made or used"
        case .inputOutput: "reading or writing failed"
        case .noPermission: "not permitted"
        }
    }
}
