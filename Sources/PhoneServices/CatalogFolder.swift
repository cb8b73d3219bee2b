// SPDX-License-Identifier: Apache-2.0
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import CallModel
import Glibc
import PhoneHost
import OCKWire
import OCKStorage

/// The folder of installed apps: copies of bundles, and an index that says what is installed.
///
/// The index alone decides: a copy that it does not name was cut off half-way, and is removed.
final class CatalogFolder {
    /// One installed app, as the index keeps it.
    struct Entry: Codable, Equatable {
        var bundle: BundleID
        var path: String
        var isLinked: Bool
        var generation: Int
        /// What the person said at the installation, in place of the entitlements.
        var environment: PushEnvironment?
    }

    /// An entry with what its bundle says.
    struct Installed: Sendable {
        var bundle: AppBundle
        var isLinked: Bool
        var generation: Int
    }

    private struct Index: Codable {
        var lastGeneration = 0
        var apps: [Entry] = []
    }

    private static let indexLimit = 1 << 24
    private let folder: String
    private var index = Index()

    /// - Throws: Words, if the index is there and cannot be read.
    init(folder: String) throws(ServiceFailure) {
        self.folder = folder
        let path = "\(folder)/index.json"
        let bytes: [UInt8]
        do {
            bytes = try Files.read(path, limit: Self.indexLimit)
        } catch  where error.number == ENOENT {
            bytes = []
        } catch {
            throw ServiceFailure("\(error)")
        }
        if !bytes.isEmpty {
            guard let index = try? JSONDecoder().decode(Index.self, from: Data(bytes)) else {
                throw ServiceFailure(
                    "\(path) is damaged: move it away and install the apps again"
                )
            }
            self.index = index
        }
        removeLeftovers()
    }

    /// Reads all bundles; those that cannot be read come as words.
    func read() -> (apps: [Installed], problems: [String]) {
        var apps: [Installed] = []
        var problems: [String] = []
        for entry in index.apps {
            do {
                var bundle = try AppBundle(path: entry.path)
                if let environment = entry.environment { bundle.environment = environment }
                guard bundle.identifier == entry.bundle else {
                    problems.append("\(entry.path) is now \(bundle.identifier): install it again")
                    continue
                }
                apps.append(
                    Installed(
                        bundle: bundle,
                        isLinked: entry.isLinked,
                        generation: entry.generation
                    )
                )
            } catch {
                problems.append("\(entry.bundle) is left out: \(error)")
            }
        }
        return (apps, problems)
    }

    /// Installs a bundle in place of an older one of that name.
    func install(
        path: String, isLinked: Bool, environment: PushEnvironment? = nil
    ) throws(ServiceFailure) -> Installed {
        var next = index
        next.lastGeneration += 1
        var bundle: AppBundle
        do {
            bundle = try AppBundle(path: path)
            if !isLinked {
                let name = "\(bundle.identifier)-\(next.lastGeneration).app"
                try BundleCopy(source: bundle.path).copy(to: "\(folder)/\(name)")
                bundle = try AppBundle(path: "\(folder)/\(name)")
            }
        } catch {
            throw ServiceFailure("\(error)")
        }
        if let environment { bundle.environment = environment }
        next.apps.removeAll { $0.bundle == bundle.identifier }
        next.apps.append(
            Entry(
                bundle: bundle.identifier,
                path: bundle.path,
                isLinked: isLinked,
                generation: next.lastGeneration,
                environment: environment
            )
        )
        next.apps.sort { $0.bundle < $1.bundle }
        try write(next)
        return Installed(bundle: bundle, isLinked: isLinked, generation: next.lastGeneration)
    }

    /// Forgets an app, and removes its copy; a linked bundle stays.
    func remove(_ bundle: BundleID) throws(ServiceFailure) {
        guard index.apps.contains(where: { $0.bundle == bundle }) else {
            throw ServiceFailure(
                "\(bundle) is not installed: `opencallkit app list` shows what is"
            )
        }
        var next = index
        next.apps.removeAll { $0.bundle == bundle }
        try write(next)
    }

    private func write(_ next: Index) throws(ServiceFailure) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try Files.writeWhole(Array(try encoder.encode(next)), to: "\(folder)/index.json")
        } catch {
            removeLeftovers()
            throw ServiceFailure("\(error)")
        }
        index = next
        removeLeftovers()
    }

    private func removeLeftovers() {
        let kept = Set(index.apps.map(\.path).map(Files.name(of:)))
        for name in (try? Files.names(in: folder)) ?? [] where name.hasSuffix(".app") {
            if !kept.contains(name) { Files.removeTree("\(folder)/\(name)") }
        }
    }
}
