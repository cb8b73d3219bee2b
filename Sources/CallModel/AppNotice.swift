// SPDX-License-Identifier: Apache-2.0

/// What the phone says to an app's process.
package enum AppNotice: Hashable, Sendable, Codable {
    /// The answer to ``AppRequest/hello(version:)``.
    case welcome(AppWelcome)
    /// The phone will not talk to this process; the connection ends after it.
    case refused(String)
    case pong(Int)
    /// The answer to the request of that number; nil is yes.
    case answered(RequestID, RequestError?)

    case providerBegan(ProviderID)
    case providerReset(ProviderID)
    case perform(ProviderID, CallTransaction)
    /// The action was not completed in time and has been failed (B37).
    case timedOut(ProviderID, ActionID)

    case audioActivated(ProviderID)
    case audioDeactivated(ProviderID)

    /// All calls of the device.
    case calls([ObservedCall])
    case callChanged(ObservedCall)

    case pushToken(PushType, Bytes)
    case pushTokenInvalidated(PushType)
    case push(PushNotice)

    /// The process has broken a rule and must end; a phone that runs real processes kills it as
    /// well.
    case terminate(Termination)
}

/// What a process learns when the phone admits it.
package struct AppWelcome: Hashable, Sendable, Codable {
    package var version: Int
    package var bundle: BundleID
    package var timeouts: ActionTimeouts

    package init(version: Int, bundle: BundleID, timeouts: ActionTimeouts) {
        self.version = version
        self.bundle = bundle
        self.timeouts = timeouts
    }
}

/// A push for an app's registry.
package struct PushNotice: Hashable, Sendable, Codable {
    package var id: PushID
    package var type: PushType
    /// JSON as it was received; parsed in the app alone.
    package var payload: Bytes
    /// Whether this push obliges the app to report a call (B125, B129).
    package var mustReport: Bool

    package init(id: PushID, type: PushType, payload: Bytes, mustReport: Bool) {
        self.id = id
        self.type = type
        self.payload = payload
        self.mustReport = mustReport
    }
}

/// Why the phone ends an app's process.
package enum Termination: String, Hashable, Sendable, Codable {
    /// The push delegate returned without a report (B121).
    case pushHandledWithoutReport
    /// No call was reported within the time after the push came to the phone (B122): exception
    /// 0xBAADCA11.
    case pushNotReportedInTime
    /// The user closed the app, removed it, or installed it anew.
    case closedByUser
}
