// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// Reads the payloads that calling servers usually send.
///
/// It finds the fields of a call by their names, in the payload itself, in `aps` and its `alert`,
/// and in objects such as `data`, `payload` or `call`. Names are the same in `camelCase` and
/// `snake_case`:
///
/// | what | names, among others |
/// | --- | --- |
/// | which call | `call`, `uuid`, `callUUID`, `callId`, `id` |
/// | who calls | `handle`, `caller`, `callerId`, `incoming_caller_id`, `from`, `number` |
/// | the caller's name | `name`, `callerName`, `incoming_caller_name`, `nameCaller` |
/// | video | `video`, `hasVideo`, `isVideo`, or the word in `callType` |
/// | over already | `cancelled`, `answeredElsewhere`, or such a word in `type` or `event` |
/// | when sent | `sent`, `timestamp`; seconds, milliseconds or ISO 8601 |
/// | good until | `expires`; likewise, or seconds after it was sent |
///
/// `caller` and `from` may be objects with `name` and `number`. Texts are cleaned and cut, so that
/// nothing in them can fake the screen: names and handles to 256 bytes.
public struct VoIPPushDecoder: Sendable {
    private let makeIdentifier: @Sendable () -> UUID

    /// Makes a decoder.
    ///
    /// - Parameter makeIdentifier: Draws the identifier of a call whose push does not name it.
    public init(makeIdentifier: @escaping @Sendable () -> UUID = { UUID() }) {
        self.makeIdentifier = makeIdentifier
    }

    /// Reads a payload.
    ///
    /// A call whose push says who calls, or at least which call it is, is a call. The identifier is
    /// that of ``CallIdentifier/uuid(_:)``, so that a call is the same one each time.
    ///
    /// - Parameter payload: What the server sent.
    /// - Returns: What was found.
    /// - Throws: A ``VoIPPushFault`` where it tells of no call.
    public func read(_ payload: [AnyHashable: Any]) throws -> VoIPPushReading {
        let fields = try PushFields(payload)
        let identifier =
            fields.first(PushFieldTable.identifier, Self.identifier)
            ?? fields.first(PushFieldTable.otherIdentifier, Self.identifier)
        let kind = fields.first(PushFieldTable.handleKind) { $0.words.flatMap(Self.kind) }
        let handle =
            fields.first(PushFieldTable.handle) { Self.handle($0, kind) }
            ?? fields.firstOfPerson(PushFieldTable.personHandle) { Self.handle($0, kind) }
        let name =
            fields.first(PushFieldTable.name, Self.name)
            ?? fields.firstOfPerson(PushFieldTable.personName, Self.name)
        guard identifier != nil || handle != nil || name != nil else {
            throw VoIPPushFault.noCall(keys: Self.keys(payload))
        }
        let sent = fields.first(PushFieldTable.sent, \.moment)
        let call = IncomingCall(
            id: identifier ?? makeIdentifier(), handle: handle, name: name,
            hasVideo: Self.hasVideo(fields), endReason: Self.endReason(fields))
        return VoIPPushReading(
            call, hasIdentifier: identifier != nil, sent: sent,
            expires: fields.first(PushFieldTable.expires) { value in
                value.moment ?? value.seconds.flatMap { sent?.addingTimeInterval($0) }
            })
    }

    private static func identifier(_ value: PushValue) -> UUID? {
        value.words.flatMap(CallIdentifier.uuid)
    }

    private static func handle(_ value: PushValue, _ kind: CallHandle.Kind?) -> CallHandle? {
        value.words.flatMap { CallHandle.read($0, kind) }
    }

    private static func name(_ value: PushValue) -> String? { value.words.flatMap(CallText.clean) }

    private static func kind(_ text: String) -> CallHandle.Kind? {
        switch plain(text) {
        case "number", "phone", "phonenumber", "tel": .phoneNumber
        case "email", "emailaddress", "mail": .emailAddress
        case "generic", "sip", "username", "user": .generic
        default: nil
        }
    }

    private static func hasVideo(_ fields: PushFields) -> Bool {
        if let video = fields.first(PushFieldTable.video, \.truth) { return video }
        return fields.first(PushFieldTable.callKind) { value in
            value.words.flatMap { plain($0).contains("video") ? true : nil }
        } ?? false
    }

    private static func endReason(_ fields: PushFields) -> CallEndReason? {
        for (name, reason) in PushFieldTable.endedFlags
        where fields.first([name], \.truth) == true {
            return reason
        }
        return fields.first(PushFieldTable.event) { value in
            value.words.flatMap { PushFieldTable.endedWords[plain($0)] }
        }
    }

    /// As the tables spell it.
    private static func plain(_ text: String) -> String {
        text.prefix(64).lowercased().filter { $0.isLetter }
    }

    private static func keys(_ payload: [AnyHashable: Any]) -> [String] {
        payload.keys.compactMap { $0 as? String }.sorted().prefix(8)
            .map { CallText.clean(String($0.prefix(32))) ?? "?" }
    }
}
