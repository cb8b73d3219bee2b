// SPDX-License-Identifier: Apache-2.0
import Foundation
import UIKit
import VoIPKit

/// Caller ID and blocking: has the system load the app's lists when they have changed.
///
/// The lists lie in the container that the app shares with its extension, which
/// `CallDirectory/NumberLists.swift` describes. Here somebody else puts them there; an app would
/// fetch them from its server.
@MainActor final class CallerID {
    private static let identifier = "com.example.hotline.CallDirectory"
    private static let group = "group.com.example.hotline"

    private let directory = CallDirectoryService([identifier])

    /// To be called at launch, and whenever the lists have changed.
    func update() async {
        let folder = FileManager.default.containerURL(
            forSecurityApplicationGroupIdentifier: Self.group)
        guard let folder, let change = Self.lastChange(in: folder) else { return }
        let stamp = folder.appendingPathComponent("loaded")
        if let loaded = Self.date(of: stamp), loaded >= change { return }
        let began = Date()
        do {
            guard try await directory.status(of: Self.identifier) == .enabled else {
                log("caller ID is switched off in the settings")
                return
            }
            try await directory.reload(Self.identifier)
        } catch {
            log("caller ID was not loaded: \(error.localizedDescription)")
            return
        }
        log("caller ID is loaded")
        // As old as the request: what was written meanwhile may not have been read.
        try? Data().write(to: stamp)
        try? FileManager.default.setAttributes([.modificationDate: began], ofItemAtPath: stamp.path)
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
}
