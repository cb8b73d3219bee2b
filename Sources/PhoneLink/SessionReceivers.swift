// SPDX-License-Identifier: Apache-2.0
package import CallModel

// The objects of the app's API, as a session sees them. Each is called on the transport's thread,
// in order, must not block it, and passes on to its delegate's queue with
// `AppSession.deliver(on:_:)`.

/// A provider; the session does not keep it alive.
package protocol ProviderReceiver: AnyObject, Sendable {
    func receive(_ event: ProviderEvent)
}

/// An observer of calls; the session does not keep it alive.
package protocol ObserverReceiver: AnyObject, Sendable {
    func receive(_ call: ObservedCall)
}

/// A push registry; the session keeps it alive while it desires a type.
package protocol RegistryReceiver: AnyObject, Sendable {
    func receive(_ event: RegistryEvent)
}
