// SPDX-License-Identifier: Apache-2.0

/// Which broken rules make the test fail by themselves.
public enum FailurePolicy: Hashable, Sendable {
    /// None: the test looks at ``SimulatedPhone/violations`` itself.
    case nothing
    /// Those that Apple enforces or documents.
    case violations
    /// Advice as well.
    case violationsAndAdvice

    func includes(_ violation: Violation) -> Bool {
        switch self {
        case .nothing: false
        case .violations: violation.isEnforced
        case .violationsAndAdvice: true
        }
    }
}

/// What is to fail the test, until the test's own task comes by: only there can Swift Testing tell
/// which test it is.
struct FailureDesk: Sendable {
    var policy = FailurePolicy.nothing
    var onFailure: (@Sendable (String) -> Void)?
    var showsRefusals = true
    private var pending: [String] = []
    private var remarks: [String] = []

    mutating func take(_ violation: Violation) {
        if policy.includes(violation) { pending.append(violation.description) }
    }

    mutating func take(_ words: String) { pending.append(words) }

    /// Whether something is to fail the test.
    var isPending: Bool { !pending.isEmpty }

    mutating func takePending() -> [String] {
        defer { pending = [] }
        return pending
    }

    /// What may explain a failure but is none.
    mutating func remark(_ words: String) {
        if showsRefusals && policy != .nothing { remarks.append(words) }
    }

    mutating func takeRemarks() -> [String] {
        defer { remarks = [] }
        return remarks
    }
}
