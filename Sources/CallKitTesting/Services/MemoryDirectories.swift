// SPDX-License-Identifier: Apache-2.0
package import CallModel
import Dispatch
package import NumberTable
package import PhoneCore
import PhoneHost

/// Call directories in memory, whose extensions are code of the test's process.
///
/// One owner, as all services have: the phone's queue.
package final class MemoryDirectories: CallDirectories {
    /// Starts the run of an extension; nil where the test has given no code for it.
    var start: (DirectoryLoadOrder, _ base: NumberTableStack?) -> DirectoryRun? = { _, _ in nil }
    /// What stands, by extension.
    package private(set) var tables: [ExtensionID: NumberTableStack] = [:]
    private var standings: [ExtensionID: DirectoryStanding] = [:]
    private var running: (id: DirectoryLoadID, run: DirectoryRun)?
    private let time: VirtualTime

    init(time: VirtualTime) { self.time = time }

    package var standing: [DirectoryStanding] {
        standings.keys.sorted().compactMap { standings[$0] }
    }

    package func load(
        _ order: DirectoryLoadOrder,
        progress: @escaping (_ entries: Int) -> Void,
        outcome: @escaping (DirectoryLoadOutcome) -> Void
    ) {
        let id = order.extensionID
        // Cut short by a restart, it has failed.
        standings[id]?.isLastLoadGood = false
        guard let run = start(order, tables[id]) else {
            outcome(
                .failed(
                    DirectoryFailure(
                        .loadingInterrupted,
                        "the test has given no handler for \(id); add it to its app with "
                            + "addDirectoryExtension(_:id:)")))
            return
        }
        running = (order.id, run)
        run.onProgress = progress
        run.onEnd = { [weak self] end in self?.ended(order, end, outcome) }
        run.begin()
    }

    package func cancel(_ load: DirectoryLoadID) {
        guard let running, running.id == load else { return }
        running.run.cancel()
    }

    package func removeData(of id: ExtensionID) {
        tables[id] = nil
        standings[id] = nil
    }

    package func identify(
        _ number: Int64,
        in ids: [ExtensionID],
        completion: @escaping (CallerIdentification) -> Void
    ) {
        var found = CallerIdentification()
        for id in ids {
            guard let table = tables[id] else { continue }
            if found.blockedBy == nil, (try? table.blocks(number)) == true { found.blockedBy = id }
            if found.label == nil, let text = Self.label(of: number, in: table) {
                found.label = CallerLabel(text: text, source: id)
            }
        }
        completion(found)
    }

    /// The first that shows anything.
    private static func label(of number: Int64, in table: NumberTableStack) -> String? {
        guard let text = try? table.label(of: number), !text.withoutControls.isEmpty else {
            return nil
        }
        return text
    }

    /// Moves with everything that comes from the extension that loads.
    var activity: Int { running?.run.activity ?? 0 }

    /// Where the extension that loads runs, and where its side of the link hears the phone.
    var queues: [DispatchQueue] { running.map { [$0.run.queue, $0.run.linkQueue] } ?? [] }

    /// The phone is switched off: what loads is cut short.
    func endRun() {
        running?.run.abandon()
        running = nil
    }

    private func ended(
        _ order: DirectoryLoadOrder, _ end: DirectoryRun.End,
        _ outcome: (DirectoryLoadOutcome) -> Void
    ) {
        running = nil
        let id = order.extensionID
        switch end {
        case .loaded(let table, let counts, let remarks):
            tables[id] = table
            standings[id] = DirectoryStanding(
                extensionID: id, counts: counts, isLastLoadGood: true, loadedAt: time.now().wall)
            outcome(.loaded(counts, remarks: remarks))
        case .failed(let failure): outcome(.failed(failure))
        }
    }
}
