// SPDX-License-Identifier: Apache-2.0
package import CallModel

/// Names a user's request over the control socket until it is answered.
package struct ControlKey: Hashable, Sendable {
    package var number: UInt64

    package init(number: UInt64) { self.number = number }
}

/// Something that happened to the push service.
package enum GatewayEvent: Hashable, Sendable {
    /// What the store held. First of all events, once.
    case restored(StoredState)
    case pushRequested(PushRequest)
    case deviceConnected(DeviceConnectionID)
    /// A whole message; bytes that make none count as silence, so that a slow trickle holds no
    /// connection.
    case deviceSaid(DeviceConnectionID, DeviceRequest)
    /// Also follows ``GatewayEffect/close(_:refusal:)``, and then changes nothing.
    case deviceClosed(DeviceConnectionID)
    case activationIssued(ControlKey, codeHash: [UInt8])
    case stored(StoreTicket)
    /// The words are for the log.
    case storeFailed(StoreTicket, String)
    /// ``Gateway/nextDeadline`` has come. Too early or too often is harmless.
    case timePassed
}

/// Something that the driver must do, in the order given.
package enum GatewayEffect: Hashable, Sendable {
    /// A request whose connection has gone needs no answer.
    case answer(RequestKey, PushAnswer)
    case send(DeviceConnectionID, DeviceReply)
    /// The device gets the words first, where there are any; its connection ends.
    case close(DeviceConnectionID, refusal: String?)
    /// Must come back as ``GatewayEvent/stored(_:)`` or ``GatewayEvent/storeFailed(_:_:)``; late is
    /// allowed.
    case store(StoreTicket, [StoredChange])
    /// Nil: the code is stored and can be used. Else why not.
    case activationSettled(ControlKey, failure: String?)
    case note(TimelineEntry)
    case log(GatewayLogLine)
}

/// A line for the log, without tokens, payloads, codes or secrets.
package enum GatewayLogLine: Hashable, Sendable {
    /// The topic is the provider's text, cut and cleaned; nil where there was none.
    case request(apnsID: String, topic: String?, status: Int, reason: APNsReason?)
    case device(DeviceConnectionID, String)
    case store(String)
}
