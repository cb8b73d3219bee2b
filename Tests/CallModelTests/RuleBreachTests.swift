// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@Suite("Rules that apps break")
struct RuleBreachTests {
    @Test(
        "Each has its number in the catalogue, what was due and what to do",
        arguments: RuleBreach.Rule.allCases)
    func rows(rule: RuleBreach.Rule) {
        #expect((1...163).contains(rule.number))
        #expect(rule.due.count > 20)
        #expect(rule.remedy.count > 5)
    }

    @Test("What Apple documents or its engineers state is enforced, all else is advice")
    func enforced() {
        #expect(RuleBreach.Rule.pushNotReported.isEnforced)
        #expect(RuleBreach.Rule.pushNotReportedInTime.isEnforced)
        #expect(!RuleBreach.Rule.callNeverEnded.isEnforced)
        #expect(!RuleBreach.Rule.unknownCallReported.isEnforced)
    }
}
