// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// Blocks the numbers of a file in its app group, and counts its loads in the group's defaults.
final class CallDirectoryHandler: CXCallDirectoryProvider {
    private let group: String

    init(group: String) {
        self.group = group
        super.init()
    }

    override func beginRequest(with context: CXCallDirectoryExtensionContext) {
        context.delegate = self
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: group)
        let defaults = UserDefaults(suiteName: group)
        guard let file = folder?.appendingPathComponent("numbers.txt"),
            let text = try? String(contentsOf: file, encoding: .utf8)
        else {
            context.cancelRequest(withError: CocoaError(.fileNoSuchFile))
            return
        }
        for line in text.split(separator: "\n") {
            guard let number = CXCallDirectoryPhoneNumber(line) else { continue }
            context.addBlockingEntry(withNextSequentialPhoneNumber: number)
        }
        let loads = defaults?.integer(forKey: "loads") ?? 0
        context.addIdentificationEntry(
            withNextSequentialPhoneNumber: 14_085_550_100, label: "Load \(loads + 1)")
        context.completeRequest { [group] expired in
            guard !expired else { return }
            // The next load, in a process of its own, reads it.
            UserDefaults(suiteName: group)?.set(loads + 1, forKey: "loads")
        }
    }
}

extension CallDirectoryHandler: CXCallDirectoryExtensionContextDelegate {
    func requestFailed(
        for extensionContext: CXCallDirectoryExtensionContext, withError error: any Error
    ) {
        print("failed with \((error as NSError).code)")
    }
}
