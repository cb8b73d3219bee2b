// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

extension CXErrorCodeCallDirectoryManagerError.Code: CustomStringConvertible {
    /// In words.
    public var description: String {
        switch self {
        case .unknown: return "unknown"
        case .noExtensionFound: return "no extension found"
        case .loadingInterrupted: return "loading interrupted"
        case .entriesOutOfOrder: return "entries out of order"
        case .duplicateEntries: return "duplicate entries"
        case .maximumEntriesExceeded: return "maximum entries exceeded"
        case .extensionDisabled: return "extension disabled"
        case .currentlyLoading: return "currently loading"
        case .unexpectedIncrementalRemoval: return "unexpected incremental removal"
        @unknown default: return "another"
        }
    }
}

/// An app's side of its extension.
package final class DirectoryReloader {
    private let identifier: String
    private let manager: CXCallDirectoryManager

    package init(identifier: String, manager: CXCallDirectoryManager = .sharedInstance) {
        self.identifier = identifier
        self.manager = manager
    }

    package func reload(_ done: @escaping @Sendable (String) -> Void) {
        manager.reloadExtension(withIdentifier: identifier) { error in
            guard let error = error as? CXErrorCodeCallDirectoryManagerError else {
                done(error == nil ? "loaded" : "another error")
                return
            }
            switch error.code {
            case .loadingInterrupted, .currentlyLoading: done("again: \(error.code)")
            default: done("\(error.code)")
            }
        }
    }

    package func reloadQuietly() {
        CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: identifier)
    }

    package func status(_ done: @escaping @Sendable (Bool?) -> Void) {
        manager.getEnabledStatusForExtension(withIdentifier: identifier) { status, error in
            if let error = error {
                NSLog("no status: %@", error.localizedDescription)
            }
            switch status {
            case .unknown: done(nil)
            case .enabled: done(true)
            case .disabled: done(false)
            @unknown default: done(nil)
            }
        }
    }

    package func prepare() async throws -> Bool {
        do {
            guard
                try await manager.enabledStatusForExtension(withIdentifier: identifier) == .enabled
            else {
                try await manager.openSettings()
                return false
            }
            try await manager.reloadExtension(withIdentifier: identifier)
            return true
        } catch CXErrorCodeCallDirectoryManagerError.currentlyLoading {
            return false
        }
    }

    package func showSettings() {
        manager.openSettings { error in
            if let error = error { NSLog("no settings: %@", error.localizedDescription) }
        }
    }
}

// What an app's tests put a double in the place of.

protocol DirectoryManaging {
    func reloadExtension(
        withIdentifier identifier: String,
        completionHandler completion: (@Sendable (Error?) -> Void)?
    )
    func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion:
            @escaping @Sendable (CXCallDirectoryManager.EnabledStatus, Error?) -> Void
    )
    func enabledStatusForExtension(withIdentifier identifier: String) async throws
        -> CXCallDirectoryManager.EnabledStatus
    func openSettings() async throws
}

extension CXCallDirectoryManager: DirectoryManaging {}

protocol EntryTaking: AnyObject {
    var isIncremental: Bool { get }
    func addBlockingEntry(withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber)
    func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String)
    func completeRequest() async -> Bool
}

extension CXCallDirectoryExtensionContext: EntryTaking {}

// The doubles that apps' tests make by subclassing.

class DoubleDirectoryManager: CXCallDirectoryManager, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    var reloads: [String] = []

    override func reloadExtension(
        withIdentifier identifier: String, completionHandler completion: ((Error?) -> Void)? = nil
    ) {
        reloads.append(identifier)
        completion?(nil)
    }

    override func getEnabledStatusForExtension(
        withIdentifier identifier: String,
        completionHandler completion:
            @escaping (CXCallDirectoryManager.EnabledStatus, Error?)
            -> Void
    ) {
        completion(.enabled, nil)
    }

    override func reloadExtension(withIdentifier identifier: String) async throws {}
    override func openSettings(completionHandler completion: ((Error?) -> Void)? = nil) {}
}

package class DoubleDirectoryContext: CXCallDirectoryExtensionContext, @unchecked Sendable {
    // Sendable because its base class is; a test uses it from one thread at a time.
    package var entries: [String] = []
    package var isComplete = false

    package override var isIncremental: Bool { false }
    package override func addBlockingEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber
    ) {
        entries.append("block \(phoneNumber)")
    }
    package override func addIdentificationEntry(
        withNextSequentialPhoneNumber phoneNumber: CXCallDirectoryPhoneNumber, label: String
    ) {
        entries.append("identify \(phoneNumber) \(label)")
    }
    package override func completeRequest(completionHandler completion: ((Bool) -> Void)? = nil) {
        isComplete = true
        completion?(false)
    }
}
