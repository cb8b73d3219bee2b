// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// Gives the system the numbers that Hotline blocks, and those whose callers it knows.
final class CallDirectoryHandler: CXCallDirectoryProvider {
    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        do {
            let lists = try NumberLists.ofGroup()
            // To ask is what counts: entries may be removed only after the answer was true.
            if context.isIncremental {
                try addOrRemoveChangedEntries(lists, to: context)
            } else {
                try addAllBlockedNumbers(lists, to: context)
                try addAllCallers(lists, to: context)
            }
            context.completeRequest { hasExpired in
                // They are of use for the next load only if this one counts; a load after one that
                // failed takes the whole lists anyway.
                if !hasExpired { lists.forgetChanges() }
            }
        } catch {
            context.cancelRequest(withError: error)
        }
    }

    /// The system has nothing of this extension's, or nothing that it trusts: all is sent.
    private func addAllBlockedNumbers(
        _ lists: NumberLists, to context: CXCallDirectoryExtensionContext
    ) throws {
        for entry in try lists.blocked() {
            context.addBlockingEntry(withNextSequentialPhoneNumber: entry.number)
        }
    }

    private func addAllCallers(
        _ lists: NumberLists, to context: CXCallDirectoryExtensionContext
    ) throws {
        for entry in try lists.callers() {
            context.addIdentificationEntry(
                withNextSequentialPhoneNumber: entry.number, label: String(entry.text))
        }
    }

    /// The system has what the last load gave it: only what has changed since is sent.
    private func addOrRemoveChangedEntries(
        _ lists: NumberLists, to context: CXCallDirectoryExtensionContext
    ) throws {
        for change in try lists.changes() {
            switch change {
            case .block(let number):
                context.addBlockingEntry(withNextSequentialPhoneNumber: number)
            case .unblock(let number):
                context.removeBlockingEntry(withPhoneNumber: number)
            case .name(let number, let label):
                context.addIdentificationEntry(
                    withNextSequentialPhoneNumber: number, label: label)
            case .forget(let number):
                context.removeIdentificationEntry(withPhoneNumber: number)
            }
        }
    }
}

extension CallDirectoryHandler: CXCallDirectoryExtensionContextDelegate {
    /// The load is over, and the system goes on with what it had before.
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        NSLog("the call directory was not loaded: %@", "\(error)")
    }
}
