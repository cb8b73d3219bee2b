// SPDX-License-Identifier: Apache-2.0
import CallModel
import OCKHTTP2
import OpenPushKit
import ProviderServer
import PushSender

/// What others send as JSON: a push's payload as the app reads it, a server's reasons as the sender
/// reads them, and what apps and back ends ask of a provider's server.
///
/// ```
/// byte 0   0  a payload    1  an answer's body    2  the debug data of a GOAWAY
///          3  the body of PUT /tokens    4  of POST /calls
/// ```
enum PayloadFuzz {
    static func check(_ bytes: [UInt8]) throws(FuzzFinding) {
        var source = ByteSource(bytes)
        switch source.below(5) {
        case 0: try readPayload(source.remainder())
        case 1: try readReason(source.remainder())
        case 2: try readFarewell(source.remainder())
        case 3: try readRegistration(source.remainder())
        default: try readInvitation(source.remainder())
        }
    }

    private static func readPayload(_ bytes: [UInt8]) throws(FuzzFinding) {
        let notice = PushNotice(
            id: PushID(high: 1, low: 2), type: voipPushType, payload: Bytes(bytes), mustReport: true
        )
        let payload = PKPushPayload.make(notice)
        // What an app does with it: looks, and prints.
        for (name, value) in payload.dictionaryPayload { _ = "\(name) \(value)" }
    }

    private static func readReason(_ bytes: [UInt8]) throws(FuzzFinding) {
        guard let body = ReasonBody(bytes) else { return }
        try requirePrintable(body.reason ?? "")
        let rejection = PushRejection(
            status: 400, reason: PushReason(rawValue: body.reason ?? ""), timestamp: body.timestamp)
        try requirePrintable(rejection.description)
    }

    private static func readFarewell(_ bytes: [UInt8]) throws(FuzzFinding) {
        try requirePrintable(Farewell(errorCode: 7, debug: bytes).words)
    }

    private static func readRegistration(_ bytes: [UInt8]) throws(FuzzFinding) {
        let registration: TokenRegistration
        do throws(RequestFault) {
            registration = try RequestBody.read(
                TokenRegistration.self, from: bytes, contentType: "application/json"
            ).checked()
        } catch {
            return try requirePrintable(error.error)
        }
        try require(
            registration.token.utf8.allSatisfy(Array("0123456789abcdef".utf8).contains),
            "a token is not in lower-case digits")
        try requirePrintable(registration.user)
    }

    private static func readInvitation(_ bytes: [UInt8]) throws(FuzzFinding) {
        let call: CallInvitation
        do throws(RequestFault) {
            call = try RequestBody.read(
                CallInvitation.self, from: bytes, contentType: "application/json"
            ).checked()
        } catch {
            return try requirePrintable(error.error)
        }
        let registration = TokenRegistration(
            user: "a", bundle: "com.a", environment: .production, token: "ab")
        let push = call.push(to: registration, now: 1_900_000_000_000)
        try require(
            (1...5_120).contains(push.notification.payload.count),
            "a call makes a payload that no push may have")
        try readPayload(push.notification.payload)
    }
}
