// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What the app's API asks about call directories. Completions are called as those of all requests.
extension AppSession {
    /// Runs an extension, and completes when its load has ended.
    package func reloadDirectory(_ id: ExtensionID, completion: @escaping Completion) {
        ask(.reload(id), completion)
    }

    /// Shows the person where extensions are switched on (B155).
    package func openDirectorySettings(completion: @escaping Completion) {
        ask(.openSettings, completion)
    }

    /// Whether the person has switched an extension on.
    package func directoryStatus(
        _ id: ExtensionID,
        completion: @escaping @Sendable (Result<DirectoryEnabledStatus, RequestError>) -> Void
    ) {
        change(connects: true) { core, effects in
            let request = core.state.ask(.status(id), into: &effects)
            core.statusCompletions[request] = { completion(.success($0)) }
            core.completions[request] = { error in
                // A yes without a status is none that a phone gives.
                completion(.failure(error ?? .callDirectory(.unknown)))
            }
        }
    }

    private func ask(
        _ question: AppState.DirectoryQuestion, _ completion: @escaping Completion
    ) {
        change(connects: true) { core, effects in
            let id = core.state.ask(question, into: &effects)
            core.completions[id] = completion
        }
    }

    func tellStatus(_ id: RequestID, _ status: DirectoryEnabledStatus) {
        let (completion, unused) = core.withLock { core in
            (
                core.statusCompletions.removeValue(forKey: id),
                core.completions.removeValue(forKey: id)
            )
        }
        // Let go of without the lock: what it holds is the app's.
        withExtendedLifetime(unused) { completion?(status) }
    }

    func answer(_ id: RequestID, _ error: RequestError?) {
        let (completion, unused) = core.withLock { core in
            (
                core.completions.removeValue(forKey: id),
                core.statusCompletions.removeValue(forKey: id)
            )
        }
        withExtendedLifetime(unused) { completion?(error) }
    }
}
