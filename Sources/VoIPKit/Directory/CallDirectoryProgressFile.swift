// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// How far the extension is with a load, as the app can know it.
///
/// The system tells an app of no progress, so the extension must leave it somewhere: in a
/// ``CallDirectoryProgressFile``, or by another way that the app gives ``CallDirectoryService``.
public protocol CallDirectoryProgressSource: Sendable {
    /// Called before a load begins: what was left by the one before is of no use.
    func clear()

    /// How much is done, from 0 to 1; nil where nothing has been told yet.
    func fraction() -> Double?
}

/// A file in the folder that app and extension share, with how far the load is.
///
/// The extension writes it:
///
/// ```swift
/// var progress = CallDirectoryProgressFile(folder.appendingPathComponent("progress"))
/// progress.report(done: count, of: total)     // after each entry: most calls do nothing
/// ```
///
/// The app gives one for the same file to ``CallDirectoryService``. What cannot be written or read
/// is passed over: progress is a comfort, and no load fails for it.
public struct CallDirectoryProgressFile: CallDirectoryProgressSource {
    /// A file that is longer was not written by this.
    private static let byteCountMax = 64

    private let url: URL
    private var lastPerMille = -1

    /// Names the file.
    ///
    /// - Parameter url: A file in the app group's container, of one extension's alone.
    public init(_ url: URL) { self.url = url }

    /// Notes how far the load is; writes where it has come on by a thousandth.
    ///
    /// - Parameters:
    ///   - done: How many entries were added or removed.
    ///   - total: How many there are in all; where there is none, nothing is noted.
    public mutating func report(done: Int, of total: Int) {
        guard total > 0 else { return }
        let share = min(1, max(0, Double(done) / Double(total)))
        let perMille = Int(share * 1000)
        guard perMille != lastPerMille else { return }
        lastPerMille = perMille
        try? Data("\(perMille)\n".utf8).write(to: url, options: .atomic)
    }

    /// Removes the file.
    public func clear() { try? FileManager.default.removeItem(at: url) }

    /// Reads the file.
    ///
    /// - Returns: How much is done, from 0 to 1; nil where there is no such file, or another.
    public func fraction() -> Double? {
        guard let file = try? FileHandle(forReadingFrom: url) else { return nil }
        defer { try? file.close() }
        let bytes = file.readData(ofLength: Self.byteCountMax + 1)
        guard bytes.count <= Self.byteCountMax,
            let perMille = Int(
                String(decoding: bytes, as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)),
            (0...1000).contains(perMille)
        else { return nil }
        return Double(perMille) / 1000
    }
}
