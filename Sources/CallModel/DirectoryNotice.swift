// SPDX-License-Identifier: Apache-2.0

/// What the phone says to a call directory extension's process.
package enum DirectoryNotice: Hashable, Sendable, Codable {
    /// The answer to ``DirectoryRequest/hello(version:)``.
    case welcome(DirectoryWelcome)
    /// The phone will not load from this process; the connection ends after it.
    case refused(String)
    /// The load is over and has changed nothing: one of `CXErrorCodeCallDirectoryManagerError`'s
    /// codes, and what a person is to know (B154).
    case failed(code: Int, words: String)
    /// The answer to ``DirectoryRequest/complete``: the entries are in force.
    case completed
}

/// What an extension learns when its load begins.
package struct DirectoryWelcome: Hashable, Sendable, Codable {
    package var version: Int
    /// The bundle identifier of the extension.
    package var extensionID: ExtensionID
    /// Whether the extension may send changes to what it sent before (B145).
    package var isIncremental: Bool

    package init(
        version: Int = protocolVersion, extensionID: ExtensionID, isIncremental: Bool
    ) {
        self.version = version
        self.extensionID = extensionID
        self.isIncremental = isIncremental
    }
}
