// SPDX-License-Identifier: Apache-2.0
import CallModel
import Glibc
import NumberTable
import OCKStorage
import PhoneHost

/// The numbers that one extension has given: files, and a manifest that says which of them are in
/// force.
///
/// ```
/// begin          manifest: the last load is not good
/// (the load)     N.table, which no manifest names yet
/// commit         manifest: with N.table, the last load is good     ◄── all or nothing
///                what it names no more is removed
/// merge          M.table, manifest: M.table alone
/// ```
/// A phone that is killed anywhere finds the old data or the new. Belongs to one thread at a time.
final class DirectoryFolder {
    /// What is in force.
    struct Data: Sendable {
        var stack: NumberTableStack
        var counts: DirectoryCounts
        var isLastLoadGood: Bool
        var loadedAt: WallTime
    }

    /// A point at which a test ends the process.
    enum Step: String, CaseIterable, Sendable {
        case willBegin, begun, willCommit, committed, cleaned, willMerge, merged
    }

    /// Ends the name of a folder that is being removed; no identifier has such a character.
    static let goneMark = "~gone"
    private static let damagedMark = "~damaged"

    let id: ExtensionID
    /// Nil where nothing was ever loaded, or what was is damaged.
    private(set) var data: Data?
    private let path: String
    private let onStep: (Step) -> Void
    private var manifest: DirectoryManifest

    /// Reads the folder, without one nothing was ever loaded.
    ///
    /// It lies in `folder`, that of all extensions. Words on data that is damaged, and has been set
    /// aside, go to `problem`.
    init(
        _ id: ExtensionID,
        in folder: String,
        onStep: @escaping (Step) -> Void = { _ in },
        problem: (String) -> Void
    ) {
        self.id = id
        self.onStep = onStep
        path = "\(folder)/\(id)"
        manifest = DirectoryManifest()
        do throws(ServiceFailure) {
            manifest = try DirectoryManifest.read(in: path) ?? manifest
            data = try readLayers()
            removeLeftovers()
        } catch {
            problem(setAside("\(error)"))
        }
    }

    private func readLayers() throws(ServiceFailure) -> Data? {
        guard let loadedAt = manifest.loadedAt else { return nil }
        do throws(NumberTableError) {
            var layers: [NumberTable] = []
            for file in manifest.layers { layers.append(try NumberTable(path: path(of: file))) }
            return Data(
                stack: NumberTableStack(layers), counts: manifest.counts,
                isLastLoadGood: manifest.isLastLoadGood, loadedAt: loadedAt)
        } catch {
            throw ServiceFailure("\(error)")
        }
    }

    func path(of file: String) -> String { "\(path)/\(file)" }

    /// What the next load, or the next merge, is to be written to.
    var nextFile: String { "\(manifest.lastFile + 1).table" }

    /// To be called before an extension is run: until a commit the last load is not good.
    ///
    /// - Throws: Words, where the disk does not take it.
    func begin() throws(ServiceFailure) {
        onStep(.willBegin)
        do throws(FileError) {
            try Files.makePrivateFolder(path)
            var next = manifest
            next.isLastLoadGood = false
            if next != manifest { try next.write(in: path) }
            manifest = next
        } catch {
            throw ServiceFailure("\(error)")
        }
        data?.isLastLoadGood = false
        onStep(.begun)
    }

    /// Puts what a load has made in force, in one step.
    ///
    /// - Throws: Why not; the old data stay in force.
    func commit(
        _ loaded: DirectoryLoader.Loaded, file: String, at time: WallTime
    ) throws(DirectoryBreach) -> Data {
        onStep(.willCommit)
        var next = manifest
        next.layers = (manifest.layers + [file]).suffix(loaded.stack.layers.count)
        next.counts = loaded.counts
        next.isLastLoadGood = true
        next.loadedAt = time
        next.lastFile += 1
        do throws(FileError) {
            try next.write(in: path)
        } catch {
            unlink(path(of: file))
            throw DirectoryBreach(.unknown, "the phone cannot keep the data: \(error)")
        }
        manifest = next
        onStep(.committed)
        removeLeftovers()
        onStep(.cleaned)
        let data = Data(
            stack: loaded.stack, counts: loaded.counts, isLastLoadGood: true, loadedAt: time)
        self.data = data
        return data
    }

    /// Makes one file of many, where that is worth it.
    ///
    /// - Returns: The new data; nil where all stays as it is.
    /// - Throws: Words; the data stay as they are.
    func mergeIfWanted() throws(ServiceFailure) -> Data? {
        guard var data, data.stack.wantsMerge else { return nil }
        let file = nextFile
        var next = manifest
        next.layers = [file]
        next.lastFile += 1
        do {
            onStep(.willMerge)
            let merged = try data.stack.merge(into: path(of: file))
            onStep(.merged)
            try next.write(in: path)
            data.stack = NumberTableStack([merged])
        } catch {
            unlink(path(of: file))
            throw ServiceFailure(
                "the data of \(id) stay in \(manifest.layers.count) files: \(error)")
        }
        manifest = next
        self.data = data
        removeLeftovers()
        return data
    }

    /// Takes damaged data out of the way; nothing is in force then.
    ///
    /// - Returns: Words for the operator.
    func setAside(_ reason: String) -> String {
        let aside = "\(path)\(Self.damagedMark)"
        Files.removeTree(aside)
        data = nil
        manifest = DirectoryManifest()
        guard rename(path, aside) == 0 else {
            Files.removeTree(path)
            return "the numbers of \(id) are lost, since \(reason): load it again"
        }
        return
            "the numbers of \(id) are not used, since \(reason): they are set aside as \(aside); "
            + "load it again"
    }

    /// Forgets all, in one step.
    func remove() {
        data = nil
        manifest = DirectoryManifest()
        let gone = "\(path)\(Self.goneMark)"
        if rename(path, gone) != 0 { Files.removeTree(path) }
        Files.removeTree(gone)
        Files.removeTree("\(path)\(Self.damagedMark)")
    }

    private func removeLeftovers() {
        let kept = Set(manifest.layers + [DirectoryManifest.name])
        for name in (try? Files.names(in: path)) ?? [] where !kept.contains(name) {
            Files.removeTree(self.path(of: name))
        }
    }
}
