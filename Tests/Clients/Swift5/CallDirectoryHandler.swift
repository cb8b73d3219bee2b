// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

// The shapes of call directory extensions: all at once, in pieces, and with a task.

package class CallDirectoryHandler: CXCallDirectoryProvider {
    // It has an initializer of its own, which does not call that of its base class.
    private let blocked: [CXCallDirectoryPhoneNumber]
    private let names: [(number: CXCallDirectoryPhoneNumber, name: String)]

    package override init() {
        blocked = [1_408_555_5555, 1_800_555_5555]
        names = [(1_877_555_5555, "Telemarketer"), (1_888_555_5555, "Local business")]
    }

    package override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self

        if context.isIncremental {
            sendChanges(to: context)
        } else {
            sendEverything(to: context)
        }

        context.completeRequest()
    }

    private func sendEverything(to context: CXCallDirectoryExtensionContext) {
        for number in blocked {
            context.addBlockingEntry(withNextSequentialPhoneNumber: number)
        }
        for (number, name) in names {
            context.addIdentificationEntry(withNextSequentialPhoneNumber: number, label: name)
        }
    }

    private func sendChanges(to context: CXCallDirectoryExtensionContext) {
        let gone: [CXCallDirectoryPhoneNumber] = [1_408_555_5555]
        for number in gone { context.removeBlockingEntry(withPhoneNumber: number) }
        context.addBlockingEntry(withNextSequentialPhoneNumber: 1_408_555_1234)
        context.removeIdentificationEntry(withPhoneNumber: 1_888_555_5555)
        context.addIdentificationEntry(
            withNextSequentialPhoneNumber: 1_888_555_5555, label: "New local business")
    }
}

extension CallDirectoryHandler: CXCallDirectoryExtensionContextDelegate {
    package func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: Error
    ) {
        // The work ends with the process; the app learns the error from its reload.
        NSLog("the directory was not loaded: %@", error.localizedDescription)
    }
}

package class StartingOverHandler: CXCallDirectoryProvider {
    package override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        if context.isIncremental {
            context.removeAllBlockingEntries()
            context.removeAllIdentificationEntries()
        }
        let first: Int64 = 442_079_460_000
        for number in first..<first + 3 {
            context.addIdentificationEntry(
                withNextSequentialPhoneNumber: number, label: "Office \(number - first)")
        }
        context.completeRequest { expired in
            if expired { NSLog("too late") }
        }
    }
}

package class WaitingHandler: CXCallDirectoryProvider {
    package override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        Task {
            context.addBlockingEntry(withNextSequentialPhoneNumber: 33_162_000_000)
            let expired = await context.completeRequest()
            guard !expired else { return }
            UserDefaults(suiteName: "group.com.example.clients")?.set(1, forKey: "loads")
        }
    }
}

package class GivingUpHandler: CXCallDirectoryProvider {
    package enum Problem: Error { case noList }

    package override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: "group.com.example.none")
        guard folder != nil else {
            context.cancelRequest(withError: Problem.noList)
            return
        }
        context.completeRequest()
    }
}
