// SPDX-License-Identifier: Apache-2.0
import CallModel
public import Foundation

/// A rule that an app broke: what it did, what was due, and what to do about it.
public struct Violation: Hashable, Sendable, CustomStringConvertible {
    /// How well the behaviour behind a rule is known.
    public enum Confidence: String, Hashable, Sendable {
        /// Apple's reference, headers or samples say so.
        case documented
        /// An engineer of Apple said so in public.
        case appleEngineer = "Apple engineer"
        /// Several developers reported it independently.
        case severalDevelopers = "several developers"
        /// One developer reported it.
        case singleReport = "single report"
        /// Nobody said so; it follows from the rest.
        case inferred
    }

    /// The rule's name, such as `pushNotReported`.
    public let rule: String
    /// The behaviour's number in the catalogue, such as `B121`.
    public let number: String
    /// How well the behaviour is known.
    public let confidence: Confidence
    /// Whether Apple enforces or documents the rule; where not, it is advice.
    public let isEnforced: Bool
    /// The bundle identifier of the app.
    public let app: String
    /// The call that it is about, if it is about one.
    public let call: UUID?
    /// What the app did.
    public let did: String
    /// What was due instead.
    public let due: String
    /// What to do about it.
    public let remedy: String
    /// How long after the phone was switched on it was noticed.
    public let time: Duration

    init(_ breach: RuleBreach) {
        rule = breach.rule.rawValue
        number = "B\(breach.rule.number)"
        confidence = Confidence(rawValue: breach.rule.confidence.rawValue) ?? .inferred
        isEnforced = breach.rule.isEnforced
        app = breach.bundle
        call = breach.call.map { UUID($0) }
        did = breach.did
        due = breach.rule.due
        remedy = breach.rule.remedy
        time = PhoneTimeline.time(breach.at)
    }

    /// All of it in one line, with the call's UUID where it is about one.
    public var description: String {
        let subject = call.map { " (call \($0.uuidString))" } ?? ""
        return "\(number) (\(confidence.rawValue)): \(app) \(did)\(subject); \(due). "
            + "To do: \(remedy)."
    }
}
