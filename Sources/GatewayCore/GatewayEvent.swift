// SPDX-License-Identifier: Apache-2.0

/// Names a user's request over the control socket until it is answered.
package struct ControlKey: Hashable, Sendable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }
}

/// Something that happened to the push service.
package enum GatewayEvent: Hashable, Sendable {
    /// What the store held. First of all events, once.
    case restored(StoredState)

    /// Its handshake is done, and nothing is sent yet: the answer, in the same apply, begins with
    /// its stream limit.
    case providerConnected(ProviderConnection)
    /// Also follows ``GatewayEffect/drop(_:)``, and then changes nothing.
    case providerClosed(ProviderConnectionID)
    case pushRequested(PushRequest)
    case tokenExamined(ExaminationTicket, ProviderTokenFacts)

    case deviceConnected(DeviceConnectionID)
    /// A whole message; bytes that make none count as silence, so that a slow trickle holds no
    /// connection.
    case deviceSaid(DeviceConnectionID, DeviceRequest)
    /// Also follows ``GatewayEffect/close(_:refusal:)``, and then changes nothing.
    case deviceClosed(DeviceConnectionID)

    case activationIssued(ControlKey, codeHash: [UInt8])
    /// With a control key it is stored first, and settled; without one the driver keeps it, and it
    /// holds at once. It replaces a key of the same identifier.
    case keyAdded(ControlKey?, StoredKey)
    /// Likewise; an unknown key is settled with a failure.
    case keyRevoked(ControlKey?, keyID: String)
    /// A device and all that is its own goes, and its connection ends.
    case deviceRemoved(ControlKey, DeviceID)
    /// One without a ``FaultRule/problem``; another changes nothing.
    case faultAdded(FaultRule)
    case faultRemoved(number: Int)
    case faultsCleared
    /// The service is about to end: providers are told, and new requests get 503 `Shutdown`.
    case shutdownStarted

    case stored(StoreTicket)
    /// The words are for the log.
    case storeFailed(StoreTicket, String)
    /// ``Gateway/nextDeadline`` has come. Too early or too often is harmless.
    case timePassed
}
