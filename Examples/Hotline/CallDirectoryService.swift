// SPDX-License-Identifier: Apache-2.0
import CallKit
import Foundation

/// Caller ID and blocking: has the system load the app's lists when they have changed.
///
/// The lists lie in the container that the app shares with its extension, which
/// `CallDirectory/NumberLists.swift` describes. Here somebody else puts them there; an app would
/// fetch them from its server.
enum CallDirectoryService {
    private static let identifier = "com.example.hotline.CallDirectory"
    private static let group = "group.com.example.hotline"

    /// To be called at launch, and whenever the lists have changed.
    static func update() {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: group)
        guard let folder, let change = lastChange(in: folder) else { return }
        let stamp = folder.appendingPathComponent("loaded")
        if let loaded = date(of: stamp), loaded >= change { return }
        CXCallDirectoryManager.sharedInstance.getEnabledStatusForExtension(
            withIdentifier: identifier
        ) { status, error in
            switch status {
            case .enabled: reload(stamp)
            case .disabled: log("caller ID is switched off in the settings")
            default: log("caller ID is not there: \(words(error))")
            }
        }
    }

    private static func reload(_ stamp: URL) {
        let began = Date()
        CXCallDirectoryManager.sharedInstance.reloadExtension(withIdentifier: identifier) {
            error in
            guard error == nil else {
                log("caller ID was not loaded: \(words(error))")
                return
            }
            log("caller ID is loaded")
            // As old as the request: what was written meanwhile may not have been read.
            try? Data().write(to: stamp)
            try? FileManager.default.setAttributes(
                [.modificationDate: began], ofItemAtPath: stamp.path)
        }
    }

    /// When the newest of the lists was written, nil where there is none.
    private static func lastChange(in folder: URL) -> Date? {
        ["blocked.txt", "callers.tsv", "changes.tsv"]
            .compactMap { date(of: folder.appendingPathComponent($0)) }.max()
    }

    private static func date(of file: URL) -> Date? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        return attributes?[.modificationDate] as? Date
    }

    private static func words(_ error: (any Error)?) -> String {
        guard let error = error as? CXErrorCodeCallDirectoryManagerError else {
            return "no reason given"
        }
        // Numbers that have no name are seen too.
        return "\(error.code) (\(error.errorCode))"
    }
}
