// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
package import CallModel
import Glibc
package import OCKNetworking
import OCKStorage
package import PhoneHost

/// What the person has chosen, in a file that he may read: JSON, replaced whole.
///
/// Made and used on the loop's thread; the worker writes. Of choices that come while one is being
/// written, the last is written.
package final class SettingsFile: SettingsStore {
    /// Takes words when the file cannot be written.
    package var onProblem: ((String) -> Void)?
    package private(set) var settings: PhoneSettings

    private struct Content: Codable {
        var version: Int
        var settings: PhoneSettings
    }

    private static let version = 1
    private static let byteLimit = 1 << 24
    private let path: String
    private let worker: WorkerThread
    private var isWriting = false
    private var written: PhoneSettings

    /// Reads the file, on the caller's thread; without one nothing has been chosen.
    ///
    /// - Throws: Words, for a file that is damaged or of a newer phone: what the person has
    ///   blocked must not be forgotten without a word.
    package init(path: String, worker: WorkerThread) throws(ServiceFailure) {
        self.path = path
        self.worker = worker
        settings = try Self.read(path)
        written = settings
    }

    package func record(_ settings: PhoneSettings) {
        self.settings = settings
        writeIfChanged()
    }

    /// Hands what waits to the worker, whose `shutdown()` then waits for it.
    package func flush() {
        isWriting = false
        writeIfChanged()
    }

    private func writeIfChanged() {
        guard !isWriting, settings != written else { return }
        isWriting = true
        written = settings
        worker.run { [path, settings] in
            Self.write(settings, to: path)
        } then: { [self] failure in
            isWriting = false
            if let failure { onProblem?("\(failure)") }
            writeIfChanged()
        }
    }

    private static func read(_ path: String) throws(ServiceFailure) -> PhoneSettings {
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: byteLimit)
        } catch  where error.number == ENOENT {
            return PhoneSettings()
        } catch {
            throw ServiceFailure("\(error)")
        }
        let content = try? JSONDecoder().decode(Content.self, from: Data(bytes))
        if let content, content.version <= version { return content.settings }
        let later = try? JSONDecoder().decode(Version.self, from: Data(bytes))
        guard let later, later.version > version else {
            throw ServiceFailure("\(path) is damaged: mend it, or move it away to choose anew")
        }
        throw ServiceFailure(
            "\(path) is of version \(later.version), and this phone knows \(version): use the "
                + "newer OpenCallKit, or move the file away to choose anew")
    }

    private struct Version: Decodable {
        var version: Int
    }

    private static func write(_ settings: PhoneSettings, to path: String) -> ServiceFailure? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            let content = Content(version: version, settings: settings)
            try Files.writeWhole(Array(try encoder.encode(content)), to: path)
            return nil
        } catch {
            return ServiceFailure("what was chosen is not kept: \(error)")
        }
    }
}
