// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation
import NumberTable

/// Has the system load the table, and says how far it is.
final class NumberListService: Sendable {
    static let shared = NumberListService()

    private static let identifier = "com.example.numberlist.CallDirectory"
    private static let group = "group.com.example.numberlist"

    /// To be called when there is another `numbers.table` in the shared container.
    func reload() {
        Task {
            let following = follow()
            do {
                try await CXCallDirectoryManager.sharedInstance.reloadExtension(
                    withIdentifier: Self.identifier)
                log("loaded")
            } catch {
                // An extension that was ended reports nothing more, not even its end.
                following?.cancel()
                let error = error as? CXErrorCodeCallDirectoryManagerError
                log("not loaded: \(error.map(Self.words) ?? "no reason given")")
            }
        }
    }

    /// Follows the progress that the extension reports; the system tells of none.
    private func follow() -> Task<Void, Never>? {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: Self.group)
        guard let folder else { return nil }
        // Made before the load begins, so that it tells it from the one before.
        let progress = ReloadProgress(path: folder.appendingPathComponent("progress").path)
        return Task {
            for await fraction in progress { log("\(Int(fraction * 100)) %") }
        }
    }

    private static func words(_ error: CXErrorCodeCallDirectoryManagerError) -> String {
        switch error.code {
        case .extensionDisabled: "switch it on in the settings first"
        case .currentlyLoading: "a load is going on already"
        case .noExtensionFound: "the extension is not installed"
        default: "error \(error.errorCode)"
        }
    }
}
