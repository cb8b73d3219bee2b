// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an app asks about its call directory extensions.
extension AppState {
    /// A question about the extensions of the app.
    package enum DirectoryQuestion: Hashable, Sendable {
        case reload(ExtensionID)
        case status(ExtensionID)
        case openSettings
    }

    /// Asks the phone.
    ///
    /// An identifier that is too long to be one is that of no extension, and is not sent.
    package mutating func ask(
        _ question: DirectoryQuestion,
        into effects: inout [AppEffect]
    ) -> RequestID {
        let id = number(.callDirectory)
        if !canSend {
            fail(id, into: &effects)
        } else if let name = question.extensionID, name.utf8.count > Limits.extensionIDByteCount {
            let excess =
                "an extension's identifier of \(name.utf8.count) bytes "
                + "(at most \(Limits.extensionIDByteCount))"
            misuse(.overLimit(excess), into: &effects)
            fail(id, .callDirectory(.noExtensionFound), into: &effects)
        } else {
            submit(question.request(id), into: &effects)
        }
        return id
    }

    mutating func statusKnown(
        _ id: RequestID, _ status: DirectoryEnabledStatus, into effects: inout [AppEffect]
    ) {
        guard outstanding.removeValue(forKey: id) != nil else { return }
        effects.append(.directoryStatus(id, status))
    }
}

extension AppState.DirectoryQuestion {
    fileprivate var extensionID: ExtensionID? {
        switch self {
        case .reload(let id), .status(let id): id
        case .openSettings: nil
        }
    }

    fileprivate func request(_ id: RequestID) -> AppRequest {
        switch self {
        case .reload(let name): .reloadDirectory(id, name)
        case .status(let name): .directoryStatus(id, name)
        case .openSettings: .openDirectorySettings(id)
        }
    }
}
