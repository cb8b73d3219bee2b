// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// The lists that the app keeps for its extension, in the container that both share.
///
/// - `blocked.txt`: a number a line, as country code and digits, ascending.
/// - `callers.tsv`: a number, a tab and a label a line, ascending.
/// - `changes.tsv`: what the app has changed in both since the last load, a line each: `block`,
///   `unblock`, `name` or `forget`, a tab and the number, and for `name` a tab and the label. What
///   is added ascends here too.
struct NumberLists: Sendable {
    /// The app's and the extension's, as the entitlements of both name it.
    static let group = "group.com.example.hotline"

    /// A line of one of the lists.
    struct Entry {
        var number: Int64
        var text: Substring
    }

    /// A line of the changes.
    enum Change {
        case block(Int64)
        case unblock(Int64)
        case name(Int64, String)
        case forget(Int64)
    }

    private let folder: URL

    /// - Throws: Where the entitlements do not name the group.
    static func ofGroup() throws -> Self {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: group)
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return Self(folder: folder)
    }

    /// One at a time: the extension has room for a few megabytes, and the lists may have any
    /// length.
    func blocked() throws -> some Sequence<Entry> {
        try Lines(folder.appendingPathComponent("blocked.txt")).lazy.compactMap(Self.entry)
    }

    /// Likewise.
    func callers() throws -> some Sequence<Entry> {
        try Lines(folder.appendingPathComponent("callers.tsv")).lazy.compactMap(Self.entry)
    }

    /// None where nothing has changed.
    func changes() throws -> some Sequence<Change> {
        try Lines(folder.appendingPathComponent("changes.tsv")).lazy.compactMap(Self.change)
    }

    /// They are in the system's hands.
    func forgetChanges() {
        try? FileManager.default.removeItem(at: folder.appendingPathComponent("changes.tsv"))
    }

    /// Nil for an empty line.
    private static func entry(_ line: Substring) -> Entry? {
        let parts = line.split(separator: "\t", maxSplits: 1)
        guard let first = parts.first, let number = Int64(first) else { return nil }
        return Entry(number: number, text: parts.count > 1 ? parts[1] : "")
    }

    private static func change(_ line: Substring) -> Change? {
        let parts = line.split(separator: "\t", maxSplits: 1)
        guard parts.count == 2, let entry = entry(parts[1]) else { return nil }
        switch parts[0] {
        case "block": return .block(entry.number)
        case "unblock": return .unblock(entry.number)
        case "name": return .name(entry.number, String(entry.text))
        case "forget": return .forget(entry.number)
        default: return nil
        }
    }
}
