// SPDX-License-Identifier: Apache-2.0
import CallModel
import Foundation
import PhoneLink
import Testing

extension SimulatedPhone {
    /// The rules that apps on this phone broke and that Apple enforces or documents, oldest first.
    public var violations: [Violation] { allViolations.filter(\.isEnforced) }

    /// The rules that apps broke and that developers found the hard way, oldest first.
    public var advice: [Violation] { allViolations.filter { !$0.isEnforced } }

    /// Which broken rules make the test fail, from now on; nothing to begin with.
    ///
    /// Each is recorded by the `settle()` or `advance(by:)` that sees it happen, at that line of
    /// the
    /// test, or when the phone is closed. Where neither Swift Testing nor ``onFailure`` takes it,
    /// they throw it.
    public var failOn: FailurePolicy {
        get { shared.withLock { $0.failures.policy } }
        set { shared.withLock { $0.failures.policy = newValue } }
    }

    /// Whether the test gets a warning where the phone does not offer what its person does, true to
    /// begin with.
    ///
    /// With ``failOn`` at `.nothing` there are none. A test that tries things at random sets it to
    /// false.
    public var showsRefusals: Bool {
        get { shared.withLock { $0.failures.showsRefusals } }
        set { shared.withLock { $0.failures.showsRefusals = newValue } }
    }

    /// Takes the words of each failure, in place of Swift Testing; for XCTest:
    /// `phone.onFailure = { XCTFail($0) }`.
    public var onFailure: (@Sendable (String) -> Void)? {
        get { shared.withLock { $0.failures.onFailure } }
        set { shared.withLock { $0.failures.onFailure = newValue } }
    }

    /// Checks that no rule was broken.
    ///
    /// - Parameter policy: Which rules count.
    /// - Throws: ``PhoneError`` with all that were broken, a line each.
    public func verify(_ policy: FailurePolicy = .violations) throws {
        reportFailures(at: nil)
        try throwFailures()
        let broken = allViolations.filter(policy.includes)
        guard broken.isEmpty else {
            throw PhoneError(broken.map(\.description).joined(separator: "\n"))
        }
    }

    // MARK: Within the module

    /// The test has failed: its timeline is worth keeping.
    func noteFailure() { shared.withLock { $0.hasFailed = true } }

    var allViolations: [Violation] { shared.withLock { $0.breaches }.map { Violation($0) } }

    /// Puts a rule on record that only this side can see being broken.
    func record(_ breach: RuleBreach) {
        shared.withLock { shared in
            shared.breaches.append(breach)
            shared.failures.take(Violation(breach))
        }
    }

    /// The test asked for something that makes no sense: it fails, whatever the policy.
    func misused(_ words: String) {
        shared.withLock { $0.failures.take("\(name): \(words)") }
        reportFailures(at: nil)
    }

    /// Fails the test for what has gathered; to be called in the test's own task.
    ///
    /// Where nobody would hear of it, as in XCTest without ``onFailure``, it is kept.
    func reportFailures(at location: SourceLocation?) {
        let (words, onFailure) = shared.withLock { shared in
            let onFailure = shared.failures.onFailure
            let isHeard = onFailure != nil || Test.current != nil
            if shared.failures.isPending { shared.hasFailed = true }
            return (isHeard ? shared.failures.takePending() : [], onFailure)
        }
        for word in words {
            if let onFailure {
                onFailure(word)
            } else if let place = location ?? Test.current?.sourceLocation {
                Issue.record(Comment(rawValue: word), sourceLocation: place)
            }
        }
        remarkRefusals(at: location)
    }

    /// Shows as warnings what the phone did not offer to its person.
    private func remarkRefusals(at location: SourceLocation?) {
        guard let location, Test.current != nil else { return }
        let remarks = shared.withLock { $0.failures.takeRemarks() }
        #if compiler(>=6.3)
        for words in remarks {
            Issue.record(Comment(rawValue: words), severity: .warning, sourceLocation: location)
        }
        #else
        // Earlier versions of Swift Testing know no warnings; the timeline has them.
        _ = (remarks, location)
        #endif
    }

    /// Throws what nobody has heard of.
    func throwFailures() throws(PhoneError) {
        let words = shared.withLock { $0.failures.takePending() }
        if !words.isEmpty { throw PhoneError(words.joined(separator: "\n")) }
    }
}
