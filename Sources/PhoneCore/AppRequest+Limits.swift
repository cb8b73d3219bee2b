// SPDX-License-Identifier: Apache-2.0
import CallModel

extension AppRequest {
    /// What in the request is over a limit, in words; nil where all is well.
    ///
    /// The app side checks the same before it sends and fails that one request, so a process that
    /// comes here does not use it, and loses its connection.
    var limitBreach: String? {
        switch self {
        case .reportIncomingCall(let report): report.update.limitBreach
        case .updateCall(_, _, let update): update.limitBreach
        case .registerProvider(_, let configuration), .configureProvider(_, let configuration):
            configuration.localizedName.flatMap {
                breach(of: $0, "provider's name", Limits.nameByteCount)
            }
                ?? configuration.ringtoneSound.flatMap {
                    breach(of: $0, "ring tone's name", Limits.nameByteCount)
                }
        case .requestTransaction(_, let transaction):
            transaction.actions.lazy.compactMap { action -> String? in
                guard case .start(let start) = action.kind else { return nil }
                return breach(of: start.handle.value, "handle", Limits.handleByteCount)
            }.first
        case .desirePushTypes(let types):
            types.count > 16 ? "\(types.count) push types are over the limit of 16" : nil
        case .setAudioSession(let settings):
            breach(of: settings.category, "audio category", Limits.nameByteCount)
                ?? breach(of: settings.mode, "audio mode", Limits.nameByteCount)
        case .reloadDirectory(_, let id), .directoryStatus(_, let id):
            breach(of: id, "extension's identifier", Limits.extensionIDByteCount)
        case .hello, .ping, .invalidateProvider, .reportEnded, .reportStartedConnecting,
            .reportConnected, .completeAction, .observeCalls, .pushReceived, .pushHandled,
            .setAudioSessionActive, .reportPushPayload, .overrideAudioPort, .setPreferredInput,
            .setInputMuted, .openDirectorySettings, .misused, .settled,
            .beganLaunching, .finishedLaunching, .finishedClosing:
            nil
        }
    }
}

extension CallUpdate {
    fileprivate var limitBreach: String? {
        localizedCallerName.flatMap { breach(of: $0, "caller's name", Limits.nameByteCount) }
            ?? remoteHandle.flatMap { breach(of: $0.value, "handle", Limits.handleByteCount) }
    }
}

private func breach(of text: String, _ what: String, _ limit: Int) -> String? {
    let count = text.utf8.count
    return count > limit ? "a \(what) of \(count) bytes is over the limit of \(limit)" : nil
}
