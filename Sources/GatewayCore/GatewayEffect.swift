// SPDX-License-Identifier: Apache-2.0

/// Something that the driver must do, in the order given.
package enum GatewayEffect: Hashable, Sendable {
    /// How many streams the provider may have open at once (RFC 9113, section 5.1.2). For a new
    /// connection it comes before anything else.
    case setStreamLimit(ProviderConnectionID, Int)
    /// A request whose connection has gone needs no answer.
    case answer(RequestKey, PushAnswer)
    /// Must come back as ``GatewayEvent/tokenExamined(_:_:)``; late is allowed. The token is what
    /// followed `bearer`, at most as long as a header list may be.
    case examine(ExaminationTicket, token: [UInt8])
    /// What was begun is finished, and then the connection ends.
    case goAway(ProviderConnectionID, GoAway)
    /// The connection ends at once, without a farewell.
    case drop(ProviderConnectionID)

    case send(DeviceConnectionID, DeviceReply)
    /// The device gets the words first, where there are any; its connection ends.
    case close(DeviceConnectionID, refusal: String?)

    /// Must come back as ``GatewayEvent/stored(_:)`` or ``GatewayEvent/storeFailed(_:_:)``; late is
    /// allowed.
    case store(StoreTicket, [StoredChange])
    /// Nil: what was asked is stored and holds. Else why not.
    case controlSettled(ControlKey, failure: String?)

    /// A step of a push: for the log, for queries, for the trace, and to be counted.
    case record(JournalEntry)
    /// About a connection, or about its request on that stream; a leniency is told once for each
    /// connection.
    case remark(ProviderConnectionID, stream: Int32?, Remark)
    case log(GatewayLogLine)
}

/// A line for the log, without tokens, payloads, codes or secrets.
package enum GatewayLogLine: Hashable, Sendable {
    case device(DeviceConnectionID, String)
    case store(String)
}
