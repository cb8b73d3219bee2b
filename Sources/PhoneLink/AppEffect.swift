// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// What an ``AppState`` wants done, in order.
package enum AppEffect: Hashable, Sendable {
    case send(AppRequest)
    /// The completion of that request is due; nil is yes.
    case answer(RequestID, RequestError?)
    /// The same, for one that asked whether an extension is switched on.
    case directoryStatus(RequestID, DirectoryEnabledStatus)
    case provider(ProviderID, ProviderEvent)
    /// Every observer is to hear of this call.
    case callChanged(ObservedCall)
    /// The first snapshot of calls is there: whoever waits for it goes on.
    case callsKnown
    case registry(RegistryID, RegistryEvent)
    case audio(AudioEvent)
    case pong(Int)
    /// Once the delegates' queues have done what lies on them, the phone is to be told.
    case settle(Int)
    /// The app is to call someone at the person's wish (B112).
    case startCall(StartCallIntent)
    /// The app stands elsewhere now, or the phone has said it for the first time.
    case lifeChanged(AppLife)
    /// The person closes the app, which is to hear of it; ``AppState/finishClosing(into:)``
    /// follows.
    case closing
    /// The person who runs the app is to read this.
    case complain(String)
    /// The phone would not have this process, in its words.
    case refused(String)
    case terminate(Termination)
}

/// What a provider's delegate is to hear of.
package enum ProviderEvent: Hashable, Sendable {
    case began
    case reset
    case perform(CallTransaction)
    /// The action has been failed already (B37).
    case timedOut(CallAction)
    case audioActivated
    case audioDeactivated
}

/// What a push registry's delegate is to hear of.
package enum RegistryEvent: Hashable, Sendable {
    case token(PushType, Bytes)
    case tokenInvalidated(PushType)
    case push(PushNotice)
}

/// A push registry of this process, numbered in the order of creation.
package struct RegistryID: Hashable, Sendable, Comparable {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (a: Self, b: Self) -> Bool { a.number < b.number }
}
