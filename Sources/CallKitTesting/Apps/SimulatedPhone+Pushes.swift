// SPDX-License-Identifier: Apache-2.0
package import CallModel
public import Foundation
import PhoneCore
import PhoneHost

/// A push that was sent to a ``SimulatedPhone``.
public struct SimulatedPush: Hashable, Sendable, Identifiable {
    /// Its `apns-id`.
    public let id: UUID
    /// The bundle identifier of the app that it is for.
    public let app: String
}

/// What became of a push.
public enum PushResult: Hashable, Sendable {
    /// Not decided yet: the app is starting, or has not reported.
    case pending
    /// A call was reported and rang.
    case rang(UUID)
    /// A call was reported, and refused with this code of `CXErrorCodeIncomingCallError`.
    case refused(Int)
    /// No call was reported, and none had to be (B125).
    case notRequired
    /// No call was reported although one had to be (B121, B122).
    case notReported
    /// The app is not installed.
    case notInstalled
    /// The app could not be started, or never asked for pushes in time.
    case notStarted
    /// The app ended before it could report.
    case appEnded
    /// Pushes to the app have stopped after repeated breaches (B126), or too many were waiting.
    case dropped
    /// Its time was over before the app could have it (B131).
    case expired
    /// The app had it in hand when the phone was cut off.
    case lost

    init(_ outcome: PushOutcome) {
        self =
            switch outcome {
            case .pending, .handed: .pending
            case .rang(let call): .rang(UUID(call))
            case .refused(let error): .refused(error.rawValue)
            case .notRequired: .notRequired
            case .notReported: .notReported
            case .notInstalled: .notInstalled
            case .notStarted: .notStarted
            case .appEnded: .appEnded
            case .dropped: .dropped
            case .expired: .expired
            case .lost: .lost
            }
    }
}

extension SimulatedPhone {
    /// The push service delivers a VoIP push.
    ///
    /// An app that does not run is started for it, and gets it once its registry has asked for
    /// pushes (B120).
    ///
    /// - Parameters:
    ///   - app: Whom it is for.
    ///   - payload: The JSON object that a server would send, which the app finds in
    ///     `dictionaryPayload`. One that is no JSON, or longer
    ///     than 5120 bytes, fails the test.
    ///   - age: How long ago the push service took it: one that comes late obliges to nothing from
    ///     iOS 26.4 on (B129).
    /// - Returns: The push.
    @discardableResult
    public func push(
        to app: SimulatedApp, _ payload: [String: Any] = [:], age: Duration = .zero
    ) -> SimulatedPush {
        // Lest it reach an app of this phone that has the same bundle identifier.
        guard isOwn(app) else { return SimulatedPush(id: UUID(), app: app.bundle) }
        return push(to: app.bundle, payload, age: age)
    }

    /// The push service delivers a VoIP push to the app of that bundle identifier.
    @discardableResult
    public func push(
        to bundle: String, _ payload: [String: Any] = [:], age: Duration = .zero
    ) -> SimulatedPush {
        guard JSONSerialization.isValidJSONObject(payload),
            let data = try? JSONSerialization.data(
                withJSONObject: payload, options: [.sortedKeys])
        else {
            misused("the payload of a push must be what JSON can say; this is not: \(payload)")
            return deliver(to: bundle, Array("{}".utf8))
        }
        guard data.count <= Limits.voipPayloadByteCount else {
            misused(
                "the payload of a VoIP push has at most \(Limits.voipPayloadByteCount) bytes, and "
                    + "this one \(data.count); send an identifier and let the app fetch the rest")
            return deliver(to: bundle, Array("{}".utf8))
        }
        return deliver(to: bundle, Array(data), age: age)
    }

    /// What became of a push so far.
    public func result(of push: SimulatedPush) -> PushResult {
        let record = pushRecords.last { UUID($0.id) == push.id }
        return record.map { PushResult($0.outcome) } ?? .pending
    }

    /// The push service delivers a push with a body of any kind, under a given `apns-id` or a
    /// fresh one, and with a number of its own.
    @discardableResult
    package func deliver(
        to bundle: String,
        _ payload: [UInt8],
        id: PushID? = nil,
        number: UInt64 = 0,
        expiration: Int64? = nil,
        age: Duration = .zero
    ) -> SimulatedPush {
        let id = withStage { stage in
            let id = id ?? stage.makeIdentifier()
            let now = stage.time.now().wall.milliseconds
            let (accepted, isOut) = now.subtractingReportingOverflow(
                Interval(age).nanoseconds / 1_000_000)
            stage.deliver(
                ArrivedPush(
                    id: id, number: number, bundle: bundle, payload: Bytes(payload),
                    accepted: WallTime(milliseconds: isOut ? .min : accepted),
                    expiration: expiration))
            return id
        }
        return SimulatedPush(id: UUID(id), app: bundle)
    }
}

extension SimulatedPhone {
    /// A back-end's push: it names the device by the token, in hexadecimal digits, that the app
    /// gave it.
    ///
    /// - Parameters:
    ///   - token: The text. One that was made by printing the token's `Data` reaches nobody, and is
    ///     put on record (B117).
    ///   - payload: As for `push(to:_:)`.
    /// - Returns: The push, nil where no app of this phone has that token.
    @discardableResult
    public func push(toToken token: String, _ payload: [String: Any] = [:]) -> SimulatedPush? {
        let tokens = withStage { $0.courier.tokens }
        let digits = Bytes(hexadecimal: token)
        if let digits, let bundle = tokens.keys.sorted().first(where: { tokens[$0] == digits }) {
            return push(to: bundle, payload)
        }
        guard digits == nil else { return nil }
        // "<0a1b …>", "{length = 32, bytes = 0x0a1b … }" and "32 bytes": what printing gives.
        let found = Bytes(hexadecimal: token.filter { $0.isHexDigit })
        let owner =
            tokens.keys.sorted().first { tokens[$0] == found } ?? tokens.keys.sorted().first
        record(
            RuleBreach(
                .tokenPrinted, at: time.now().monotonic, bundle: owner ?? "the server",
                did:
                    "was sent a push for a token of \(token.count) characters that is no "
                    + "hexadecimal text"))
        return nil
    }
}
