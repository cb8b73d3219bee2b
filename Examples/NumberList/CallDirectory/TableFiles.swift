// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import NumberTable

/// The tables in the container that the app and its extension share.
struct TableFiles: Sendable {
    /// The app's and the extension's, as the entitlements of both name it.
    static let group = "group.com.example.numberlist"

    private let folder: URL

    /// - Throws: Where the entitlements do not name the group.
    static func ofGroup() throws -> Self {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: group)
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return Self(folder: folder)
    }

    /// Where the app reads how far a load is.
    var progress: String { path("progress") }

    /// Gives the app's table a second name, under which it stays while it is loaded.
    func holdNewest() throws {
        try? FileManager.default.removeItem(atPath: path("loading.table"))
        try FileManager.default.linkItem(
            atPath: path("numbers.table"), toPath: path("loading.table"))
    }

    /// The table to be loaded.
    func newest() throws -> NumberTable { try NumberTable(path: path("loading.table")) }

    /// What changes the table of the last load into the one to be loaded; nil where that table is
    /// not there.
    func changes() throws -> NumberTable? {
        guard FileManager.default.fileExists(atPath: path("loaded.table")) else { return nil }
        let loaded = try NumberTable(path: path("loaded.table"))
        return try NumberTableStack.delta(
            from: NumberTableStack([loaded]), to: NumberTableStack([try newest()]),
            path: path("changes.table"))
    }

    /// The load counts.
    func keepLoaded() { rename(path("loading.table"), path("loaded.table")) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
}
