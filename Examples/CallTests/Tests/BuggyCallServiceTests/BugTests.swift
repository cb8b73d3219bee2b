// SPDX-License-Identifier: Apache-2.0
import BuggyCallService
import CallKitTesting
import Testing

@Suite("Planted bugs") struct BugTests {
    @Test("Each bug fails its test, with a message that names the rule", arguments: Trap.all)
    func caught(_ trap: Trap) async throws {
        let patient = Patient(trap.bug)
        try await withKnownIssue {
            try await trap.story(patient)
            patient.phone.close()
        } matching: { issue in
            issue.comments.contains { comment in
                let message = comment.rawValue
                return message.hasPrefix("\(trap.number) (")
                    && trap.words.allSatisfy { message.contains($0) }
            }
        }
        let found = patient.phone.violations + patient.phone.advice
        #expect(found.map(\.number) == [trap.number])
        #expect(found.allSatisfy { $0.app == "com.example.hotline" })
    }

    @Test("Without the bug the same story breaks no rule", arguments: Trap.all)
    func sound(_ trap: Trap) async throws {
        let patient = Patient(nil)
        try await trap.story(patient)
        patient.phone.close()
        try patient.phone.verify(.violationsAndAdvice)
    }

    @Test("Each bug has its trap")
    func complete() {
        #expect(Set(Trap.all.map(\.bug)) == Set(PlantedBug.allCases))
        #expect(Trap.all.count == PlantedBug.allCases.count)
    }
}
