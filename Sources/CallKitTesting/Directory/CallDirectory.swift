// SPDX-License-Identifier: Apache-2.0
import CallModel
public import OpenCallKit

/// A call directory extension as the phone's settings and a developer see it, at one moment.
public struct CallDirectory: Hashable, Sendable, Identifiable {
    /// How many entries stand.
    public struct Counts: Hashable, Sendable {
        /// Numbers whose calls are refused.
        public let blocking: Int
        /// Labels; a number may have several (B141).
        public let identification: Int

        /// Counts, to compare with.
        public init(blocking: Int = 0, identification: Int = 0) {
            self.blocking = blocking
            self.identification = identification
        }

        /// Both together, which is what the limit counts (B142).
        public var total: Int { blocking + identification }

        init(_ counts: DirectoryCounts) {
            self.init(blocking: counts.blocking, identification: counts.identification)
        }
    }

    /// Why a load failed.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// Apple's code, or `unknown` for one that has no name.
        public var code: CXErrorCodeCallDirectoryManagerError.Code {
            .init(rawValue: errorCode) ?? .unknown
        }

        /// The code's number, also where it has no name (B161).
        public let errorCode: Int

        /// The list, the entry and its index, the rule, and what to do.
        public let description: String

        init(_ failure: DirectoryFailure) {
            errorCode = failure.code
            description = failure.words
        }
    }

    /// The extension's bundle identifier.
    public let id: String
    /// The bundle identifier of its app.
    public let app: String
    /// What the settings call it.
    public let name: String
    /// Whether its app is there; once that is gone the entries stay for a while (B162).
    public let isInstalled: Bool
    /// Whether the person has switched it on.
    public let isEnabled: Bool
    /// Whether it loads now, or waits for another extension that does.
    public let isLoading: Bool
    /// How many entries have come of the load that goes on, nil where none does.
    public let loadingCount: Int?
    /// The entries that stand and are asked while it is switched on; nil where none were loaded.
    public let counts: Counts?
    /// Whether the last load sent changes alone (B144); nil where none has ended.
    public let wasIncremental: Bool?
    /// Why the last load failed, nil where it did not.
    public let failure: Failure?
    /// What its developer should know.
    public let advice: [String]

    init(_ summary: DirectorySummary) {
        id = summary.id
        app = summary.app
        name = summary.name
        isInstalled = summary.isInstalled
        isEnabled = summary.isEnabled
        isLoading = summary.activity != nil
        loadingCount =
            if case .loading(let count)? = summary.activity { count } else { nil }
        counts = summary.counts.map(Counts.init)
        wasIncremental = summary.lastLoad?.isIncremental
        failure = summary.lastLoad?.failure.map(Failure.init)
        advice = summary.advice
    }
}

/// What the phone knows of a number, in whatever form it was asked for.
public struct NumberMatch: Hashable, Sendable {
    /// What one extension's entries say.
    public struct Row: Hashable, Sendable {
        /// The extension's bundle identifier.
        public let directory: String
        /// Whether it is switched on, and so is asked when a call comes.
        public let isEnabled: Bool
        /// Whether it blocks the number.
        public let isBlocked: Bool
        /// The number's label, the first of several (B141); nil where it has none.
        public let label: String?
    }

    /// The country's code and the digits (E.164).
    public let number: CXCallDirectoryPhoneNumber
    /// The name in Contacts.
    public let contact: String?
    /// Whether it is on the person's own block list.
    public let isBlockedByPerson: Bool
    /// The extensions with entries, in the person's order.
    public let rows: [Row]

    init(_ found: NumberLookUp) {
        number = found.number
        contact = found.contact
        isBlockedByPerson = found.isBlockedByPerson
        rows = found.rows.map {
            Row(
                directory: $0.extensionID, isEnabled: $0.isEnabled, isBlocked: $0.blocks,
                label: $0.label)
        }
    }
}
