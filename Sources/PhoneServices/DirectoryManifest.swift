// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CallModel
import Glibc
import OCKStorage
import PhoneHost

/// What a call directory's folder holds: the one file that decides.
///
/// It is replaced in one step, so whatever happens to the phone, the old data are in force or the
/// new. A file of the folder that it does not name is of no account.
struct DirectoryManifest: Codable, Equatable, Sendable {
    static let name = "manifest.json"
    static let version = 1
    private static let byteLimit = 1 << 16
    /// More than a stack ever has; it is merged long before.
    private static let layerLimit = 64
    /// Far above all that may be counted, and far below what overflows.
    private static let soundCount = 0...(1 << 48)

    var version = Self.version
    /// Files of the folder, the oldest first; none where nothing was ever loaded.
    var layers: [String] = []
    var counts = DirectoryCounts(blocking: 0, identification: 0)
    /// False from before a load's first entry until it has been committed, so also after a phone
    /// that was killed in between: the extension may think that its changes have been taken.
    var isLastLoadGood = false
    /// When the data in force were loaded; nil where there are none.
    var loadedAt: WallTime?
    /// The number in the name of the newest file.
    var lastFile = 0

    /// Nil where the folder has none.
    ///
    /// - Throws: Words on what is wrong with it.
    static func read(in folder: String) throws(ServiceFailure) -> DirectoryManifest? {
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: byteLimit)
        } catch  where error.number == ENOENT {
            return nil
        } catch {
            throw ServiceFailure("\(error)")
        }
        guard let manifest = try? JSONDecoder().decode(Self.self, from: Data(bytes)),
            manifest.isSound
        else { throw ServiceFailure("\(path) is damaged") }
        return manifest
    }

    func write(in folder: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let bytes = try? encoder.encode(self) else {
            preconditionFailure("a manifest of plain values has no JSON")
        }
        try Files.writeWhole(Array(bytes), to: "\(folder)/\(Self.name)")
    }

    private var isSound: Bool {
        version == Self.version && layers.count <= Self.layerLimit
            && Self.soundCount.contains(lastFile) && Self.soundCount.contains(counts.blocking)
            && Self.soundCount.contains(counts.identification)
            && layers.isEmpty == (loadedAt == nil)
            && layers.allSatisfy { $0.hasSuffix(".table") && !$0.contains("/") }
    }
}
