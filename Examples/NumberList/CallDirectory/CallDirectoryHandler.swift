// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import NumberTable

/// Gives the system the numbers of a table: `numbers.table` in the container that this extension
/// shares with its app.
///
/// The table of the last load that counted stays there as `loaded.table`, so that the next load can
/// be incremental, whichever table the app puts there meanwhile: what differs is sent.
final class CallDirectoryHandler: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        do {
            let files = try TableFiles.ofGroup()
            // The app may replace its table while this one is read.
            try files.holdNewest()
            // To ask is what counts: entries may be removed only after the answer was true. A whole
            // table begins with removing all, so it will do where the last one is not known.
            let isIncremental = context.isIncremental
            let table = isIncremental ? try files.changes() ?? files.newest() : try files.newest()
            try send(table, to: context, files, isIncremental: isIncremental)
            context.completeRequest { hasExpired in
                if !hasExpired { files.keepLoaded() }
            }
        } catch {
            context.cancelRequest(withError: error)
        }
    }

    /// Sends a table, or what changes the last one into it: both have one form.
    private func send(
        _ table: NumberTable, to context: CXCallDirectoryExtensionContext, _ files: TableFiles,
        isIncremental: Bool
    ) throws {
        let removed = table.removedBlockingCount + table.removedIdentificationCount
        let added = table.blockingCount + table.identificationCount
        var progress = ReloadProgressReporter(path: files.progress, total: removed + added)
        do {
            if isIncremental { try sendRemovals(table, to: context, &progress) }
            try sendAdditions(table, to: context, &progress)
            progress.finish()
        } catch {
            progress.fail()
            throw error
        }
    }

    private func sendAdditions(
        _ table: NumberTable, to context: CXCallDirectoryExtensionContext,
        _ progress: inout ReloadProgressReporter
    ) throws {
        var blocking = table.blockingNumbers()
        while let number = try blocking.next() {
            context.addBlockingEntry(withNextSequentialPhoneNumber: number)
            progress.advance()
        }
        var identification = table.identificationEntries()
        while let entry = try identification.next() {
            context.addIdentificationEntry(
                withNextSequentialPhoneNumber: entry.number, label: entry.label)
            progress.advance()
        }
    }

    private func sendRemovals(
        _ changes: NumberTable, to context: CXCallDirectoryExtensionContext,
        _ progress: inout ReloadProgressReporter
    ) throws {
        if changes.clearsBlocking { context.removeAllBlockingEntries() }
        if changes.clearsIdentification { context.removeAllIdentificationEntries() }
        var blocking = changes.removedBlockingNumbers()
        while let number = try blocking.next() {
            context.removeBlockingEntry(withPhoneNumber: number)
            progress.advance()
        }
        var identification = changes.removedIdentificationNumbers()
        while let number = try identification.next() {
            context.removeIdentificationEntry(withPhoneNumber: number)
            progress.advance()
        }
    }
}

extension CallDirectoryHandler: CXCallDirectoryExtensionContextDelegate {
    /// The load is over, and the system goes on with what it had before.
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        NSLog("the numbers were not loaded: %@", "\(error)")
    }
}
