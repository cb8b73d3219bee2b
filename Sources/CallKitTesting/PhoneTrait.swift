// SPDX-License-Identifier: Apache-2.0
import PhoneCore
import PhoneLink
public import Testing

/// Gives each test a phone of its own: ``SimulatedPhone/current``.
public struct PhoneTrait: TestTrait, SuiteTrait, TestScoping {
    let rules: SystemRules
    let seed: UInt64
    let policy: FailurePolicy

    /// A suite hands the trait on to its tests.
    public var isRecursive: Bool { true }

    /// Runs a test with a phone, and closes the phone after it.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let phone = SimulatedPhone(rules, seed: seed)
        phone.failOn = policy
        // The test may have closed it before it failed.
        defer { phone.leaveTimeline() }
        try await Self.watch(phone, test, testCase) {
            do {
                try await SimulatedPhone.$bound.withValue(phone) {
                    try await function()
                    // What the test's last step led to counts as well.
                    if !phone.isClosed { try await phone.settle() }
                }
            } catch {
                phone.noteFailure()
                phone.close(at: test.sourceLocation)
                throw error
            }
            phone.close(at: test.sourceLocation)
        }
    }

    /// Runs a test and lets its phone know of each expectation that is not met.
    private static func watch(
        _ phone: SimulatedPhone,
        _ test: Test,
        _ testCase: Test.Case?,
        _ body: @Sendable () async throws -> Void
    ) async throws {
        #if compiler(>=6.3)
        let handler: IssueHandlingTrait = .compactMapIssues { issue in
            if issue.isFailure { phone.noteFailure() }
            return issue
        }
        try await handler.provideScope(for: test, testCase: testCase, performing: body)
        #else
        // Earlier versions of Swift Testing do not say whether an issue is a failure.
        try await body()
        #endif
    }
}

extension Trait where Self == PhoneTrait {
    /// Gives the test, or each test of the suite, a phone of its own.
    ///
    /// - Parameters:
    ///   - rules: How the phone's system behaves.
    ///   - seed: Where its random draws begin.
    ///   - policy: Which broken rules make the test fail by themselves.
    /// - Returns: The trait.
    public static func phone(
        _ rules: SystemRules = .iOS(26, 4),
        seed: UInt64 = 1,
        failing policy: FailurePolicy = .nothing
    ) -> Self {
        PhoneTrait(rules: rules, seed: seed, policy: policy)
    }

    /// The same as `.phone()`.
    ///
    /// The parentheses are easily forgotten, and the compiler has no words for it.
    public static var phone: Self { .phone() }
}

extension SimulatedPhone {
    @TaskLocal static var bound: SimulatedPhone?

    /// The phone of the running test, which `.phone(…)` gives it.
    ///
    /// Known in the test's own task and its child tasks. Without the trait the test fails, and goes
    /// on with a phone that is used for nothing else.
    public static var current: SimulatedPhone {
        if let bound { return bound }
        let words =
            "this test has no phone; mark it with .phone(…), or make a SimulatedPhone yourself"
        let phone = SimulatedPhone()
        if let test = Test.current {
            Issue.record(Comment(rawValue: words), sourceLocation: test.sourceLocation)
        } else {
            // XCTest, which hears of it from the phone.
            phone.misused(words)
        }
        return phone
    }
}
