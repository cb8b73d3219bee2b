// SPDX-License-Identifier: Apache-2.0
package import CallModel
package import NumberTable
import OCKWire
package import PhoneCore

/// Takes what an extension sends after its hello, and checks each entry as it arrives: one load.
///
/// It has one owner. The first breach ends the load: nothing may be given to it any more, and it
/// leaves nothing behind.
package final class DirectoryLoader {
    /// What a load has made.
    package struct Loaded: Sendable {
        /// What this load adds to the data, or all of it.
        package var layer: NumberTable
        /// All that is in force with it.
        package var stack: NumberTableStack
        package var counts: DirectoryCounts
    }

    /// What the welcome says of changes.
    package let isIncrementalAllowed: Bool
    /// How many entries have been added or removed so far.
    package private(set) var entryCount = 0

    private let stack: NumberTableStack?
    private let entryLimit: Int
    private let path: String?
    private let reader = EntryBatchReader()
    private var isIncremental = false
    private var load: DirectoryLoad?

    /// - Parameters:
    ///   - order: What the phone asked for.
    ///   - stack: What stands; nil where nothing does, and then all must come.
    ///   - path: Where the load is written; nil keeps it in memory.
    package init(_ order: DirectoryLoadOrder, over stack: NumberTableStack?, path: String?) {
        isIncrementalAllowed = order.isIncremental && stack != nil
        self.stack = stack
        entryLimit = order.entryLimit
        self.path = path
    }

    /// Takes the body of a frame: a request or a batch.
    ///
    /// - Returns: Whether the extension has said that it is complete; ``finish()`` is due then.
    /// - Throws: Why the load is over.
    package func take(_ body: [UInt8]) throws(DirectoryBreach) -> Bool {
        if body.first == EntryBatch.mark {
            try takeBatch(body)
            return false
        }
        let request: DirectoryRequest
        do {
            request = try MessageCoder.decode(DirectoryRequest.self, from: body)
        } catch {
            throw DirectoryBreach(.loadingInterrupted, "\(error)")
        }
        switch request {
        case .hello:
            throw DirectoryBreach(
                .loadingInterrupted, "hello was said twice; say it once, as the first message")
        case .confirmIncremental:
            try confirmIncremental()
            return false
        case .cancel(let words):
            let shown = words.withoutControls
            throw DirectoryBreach(
                .loadingInterrupted,
                "the extension gave up" + (shown.isEmpty ? "" : ", saying: \(shown)"),
                publicWords: "the extension gave up")
        case .complete: return true
        }
    }

    /// Makes the data of all that came.
    ///
    /// - Throws: Why the load is over, and the old data stays.
    package func finish() throws(DirectoryBreach) -> Loaded {
        do throws(EntryError) {
            let load = try beginning()
            let (layer, stack, blocking, identification) = try load.finish()
            return Loaded(
                layer: layer, stack: stack,
                counts: DirectoryCounts(blocking: blocking, identification: identification))
        } catch {
            throw DirectoryBreach(error)
        }
    }

    private func confirmIncremental() throws(DirectoryBreach) {
        guard isIncrementalAllowed, load == nil else {
            throw DirectoryBreach(
                .loadingInterrupted,
                "changes were announced where all entries are due: ask isIncremental before the "
                    + "first entry, and send changes only where it is true")
        }
        isIncremental = true
    }

    private func takeBatch(_ body: [UInt8]) throws(DirectoryBreach) {
        do throws(EntryBatchFailure<EntryError>) {
            var load: DirectoryLoad
            do throws(EntryError) { load = try beginning() } catch { throw .sink(error) }
            entryCount += try reader.read(body, into: &load)
            self.load = consume load
        } catch {
            switch error {
            case .sink(let error): throw DirectoryBreach(error)
            case .batch(let error): throw DirectoryBreach(.loadingInterrupted, "\(error)")
            }
        }
    }

    /// The load so far, which the caller gives back.
    private func beginning() throws(EntryError) -> DirectoryLoad {
        if let load = load.take() { return load }
        return try DirectoryLoad(
            over: isIncremental ? stack : nil, isIncremental: isIncremental,
            entryLimit: entryLimit, path: path)
    }
}

@available(*, unavailable)
extension DirectoryLoader: Sendable {
    // One thread takes what comes, in order.
}

extension DirectoryLoad: EntrySink {}
