// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKStorage
import PhoneHost

/// The numbers of all extensions, a folder for each.
///
/// Sendable because it is handed to the load's thread once, and opened there alone.
final class DirectoryStore: @unchecked Sendable {
    /// What the files that were there hold; for the start, before the thread has the store.
    let found: [ExtensionID: DirectoryFolder.Data]
    /// Words on data that was damaged, and has been set aside.
    let problems: [String]

    private let path: String
    private var folders: [ExtensionID: DirectoryFolder] = [:]

    /// Reads all folders; what a phone that died has left half-done is removed.
    ///
    /// - Throws: ``FileError`` where the folder of all cannot be read.
    init(path: String) throws(FileError) {
        self.path = path
        var found: [ExtensionID: DirectoryFolder.Data] = [:]
        var problems: [String] = []
        for name in try Files.names(in: path) {
            if name.hasSuffix(DirectoryFolder.goneMark) { Files.removeTree("\(path)/\(name)") }
            guard BundleIdentifier.isValid(name) else { continue }
            let folder = DirectoryFolder(name, in: path) { problems.append($0) }
            folders[name] = folder
            found[name] = folder.data
        }
        self.found = found
        self.problems = problems
    }

    /// That of an extension, which may have no data yet.
    func folder(of id: ExtensionID) -> DirectoryFolder {
        if let folder = folders[id] { return folder }
        // There was none at the start, so there is nothing to be damaged.
        let folder = DirectoryFolder(id, in: path) { _ in }
        folders[id] = folder
        return folder
    }

    /// Nil where the disk has taken it.
    func begin(_ id: ExtensionID) -> ServiceFailure? {
        do throws(ServiceFailure) {
            try folder(of: id).begin()
            return nil
        } catch {
            return error
        }
    }

    func mergeIfWanted(_ id: ExtensionID) -> Result<DirectoryFolder.Data?, ServiceFailure> {
        do throws(ServiceFailure) {
            return .success(try folder(of: id).mergeIfWanted())
        } catch {
            return .failure(error)
        }
    }

    /// Takes the data of that time out of the way, unless it has been replaced.
    ///
    /// - Returns: Words for the operator, nil where nothing was done.
    func setAside(_ id: ExtensionID, loadedAt: WallTime, _ reason: String) -> String? {
        let folder = folder(of: id)
        return folder.data?.loadedAt == loadedAt ? folder.setAside(reason) : nil
    }

    func remove(_ id: ExtensionID) { folder(of: id).remove() }
}
