// SPDX-License-Identifier: Apache-2.0
import CallKitTesting
import Testing

@Suite("Situations, each as scripted and with all that may go wrong beside it")
struct SituationTests {
    @Test("What an app owes", arguments: Situation.all, Condition.allCases)
    func play(situation: Situation, condition: Condition) async throws {
        try await Stage(situation, condition).play()
    }

    @Test("There are forty at least, no two of one name") func count() {
        #expect(Situation.all.count >= 40)
        #expect(Set(Situation.all.map(\.testDescription)).count == Situation.all.count)
    }
}
