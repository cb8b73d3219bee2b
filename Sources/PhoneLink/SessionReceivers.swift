// SPDX-License-Identifier: Apache-2.0
package import CallModel

// The objects of the app's API, as a session sees them. Each is called on the transport's thread,
// in order, must not block it, and passes on to its delegate's queue with
// `AppSession.deliver(on:_:)`.

#if APPLE_PARITY
/// What is used on several threads: by itself all the same, but not by what Apple's SDK says of it.
package typealias SharedObject = AnyObject
#else
/// What is used on several threads.
package typealias SharedObject = AnyObject & Sendable
#endif

/// A provider; the session does not keep it alive.
package protocol ProviderReceiver: SharedObject {
    func receive(_ event: ProviderEvent)
}

/// An observer of calls; the session does not keep it alive.
package protocol ObserverReceiver: SharedObject {
    func receive(_ call: ObservedCall)
}

/// A push registry; the session keeps it alive while it desires a type.
package protocol RegistryReceiver: SharedObject {
    func receive(_ event: RegistryEvent)
}
