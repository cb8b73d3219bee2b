// SPDX-License-Identifier: Apache-2.0
package import CallModel
import NumberTable
import OCKNetworking
import PhoneCore

/// What extensions say of a number.
extension ExtensionHost {
    package func identify(
        _ number: Int64,
        in ids: [ExtensionID],
        completion: @escaping (CallerIdentification) -> Void
    ) {
        let sources = ids.compactMap { id in
            data[id].map { DirectoryLookUp.Source(id: id, data: $0) }
        }
        guard !sources.isEmpty else { return completion(CallerIdentification()) }
        worker.run {
            var lookUp = DirectoryLookUp()
            lookUp.ask(sources, number)
            return lookUp
        } then: { [weak self] lookUp in
            for damage in lookUp.damages {
                self?.setAside(damage.source.id, damage.source.data, damage.words)
            }
            completion(lookUp.found)
        }
    }

    /// Takes damaged data out of use: calls go on without it, and the next load brings all anew.
    func setAside(_ id: ExtensionID, _ damaged: DirectoryFolder.Data, _ reason: String) {
        // Another call may have met the same, or a load have replaced it.
        guard data[id]?.loadedAt == damaged.loadedAt else { return }
        data[id] = nil
        onLost?(id)
        loadThread.run { [store] in
            store.setAside(id, loadedAt: damaged.loadedAt, reason)
        } then: { [weak self] words in
            if let words { self?.onLog(words) }
        }
    }
}

/// One question to the data of several extensions, on the worker.
struct DirectoryLookUp: Sendable {
    struct Source: Sendable {
        var id: ExtensionID
        var data: DirectoryFolder.Data
    }

    /// Data that cannot be read, which counts as none.
    struct Damage: Sendable {
        var source: Source
        var words: String
    }

    private(set) var found = CallerIdentification()
    private(set) var damages: [Damage] = []

    /// Asks them in order: who blocks it first, and who has something to show first.
    mutating func ask(_ sources: [Source], _ number: Int64) {
        for source in sources {
            do throws(NumberTableError) {
                let stack = source.data.stack
                if found.blockedBy == nil, try stack.blocks(number) { found.blockedBy = source.id }
                guard found.label == nil else { continue }
                let shown = try stack.labels(of: number).lazy.map(\.withoutControls)
                    .first { !$0.isEmpty }
                found.label = shown.map { CallerLabel(text: $0, source: source.id) }
            } catch {
                damages.append(Damage(source: source, words: "\(error)"))
            }
        }
    }
}
