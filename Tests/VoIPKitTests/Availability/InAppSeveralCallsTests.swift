// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("Several calls on the app's own screen") @MainActor
struct InAppSeveralCallsTests {
    let bench = InAppBench()

    init() {
        bench.configuration.maximumCallGroups = 3
        bench.configuration.maximumCallsPerCallGroup = 3
        bench.configuration.features = [.holding, .digits, .grouping, .ungrouping]
    }

    @Test("Hold and answer holds first, and the sound stays (B81)")
    func holdAndAnswer() {
        bench.answered("Ann")
        _ = bench.news()
        let call = bench.ring("Bob")
        #expect(bench.content?.choices == [.holdAndAnswer, .endAndAnswer, .decline])
        bench.actions?.choose(.holdAndAnswer, for: call)
        bench.clock.settle()
        #expect(bench.news() == ["hold Ann", "answer Bob"])
        #expect(bench.shown == ["Ann held", "Bob active"])
    }

    @Test("End and answer ends first (B81)")
    func endAndAnswer() {
        bench.answered("Ann")
        _ = bench.news()
        let call = bench.ring("Bob")
        bench.actions?.choose(.endAndAnswer, for: call)
        bench.clock.settle()
        #expect(bench.news() == ["end Ann", "answer Bob"])
        #expect(bench.shown == ["Bob active"])
    }

    @Test("With one heard and one held, either may go (B81)")
    func endHeldAndAnswer() {
        bench.answered("Ann")
        bench.actions?.choose(.holdAndAnswer, for: bench.ring("Bob"))
        bench.clock.settle()
        let call = bench.ring("Cid")
        #expect(bench.content?.choices == [.endAndAnswer, .endHeldAndAnswer, .decline])
        _ = bench.news()
        bench.actions?.choose(.holdAndAnswer, for: call)
        bench.actions?.choose(.endHeldAndAnswer, for: call)
        bench.clock.settle()
        #expect(bench.news() == ["end Ann", "hold Bob", "answer Cid"])
        #expect(bench.shown == ["Bob held", "Cid active"])
    }

    @Test("With room for one group, a second call can only replace the first (B90)")
    func one() {
        let bench = InAppBench()
        bench.configuration.maximumCallGroups = 1
        bench.answered("Ann")
        let call = bench.ring("Bob")
        #expect(bench.content?.choices == [.endAndAnswer, .decline])
        bench.actions?.answer(call)
        bench.clock.settle()
        #expect(bench.shown == ["Bob active"])
        let third = UUID()
        #expect(
            bench.request([(third, .start(CallHandle(.generic, "Cid"), name: nil, hasVideo: false))]
            )
                == .tooManyCalls)
    }

    @Test("What the call does not offer is not among the choices (B85, B100)")
    func withoutHolding() {
        let bench = InAppBench()
        bench.configuration.features = []
        bench.answered("Ann")
        bench.ring("Bob")
        #expect(bench.content?.choices == [.endAndAnswer, .decline])
    }

    @Test("Where two ring, the first is shown; to answer it ends the second (B27)")
    func twoRing() {
        let first = bench.ring("Ann")
        bench.ring("Bob")
        #expect(bench.content?.ringing?.name == "Ann")
        #expect(bench.shown == ["Bob ringing"])
        _ = bench.news()
        bench.actions?.answer(first)
        bench.clock.settle()
        #expect(bench.news() == ["answer Ann", "end Bob", "audio on"])
    }

    @Test("To decline the first that rings brings up the second (B27)")
    func declined() {
        let first = bench.ring("Ann")
        bench.ring("Bob")
        bench.actions?.choose(.decline, for: first)
        bench.clock.settle()
        #expect(bench.content?.ringing?.name == "Bob")
    }

    @Test("To take one off hold puts the other on hold first (B84)")
    func swap() {
        let ann = bench.answered("Ann")
        bench.actions?.choose(.holdAndAnswer, for: bench.ring("Bob"))
        bench.clock.settle()
        _ = bench.news()
        bench.actions?.setHeld(false, of: ann)
        bench.clock.settle()
        #expect(bench.news() == ["hold Bob", "unhold Ann"])
        #expect(bench.shown == ["Ann active", "Bob held"])
    }

    @Test("When the person ends what is heard, the one that waits is heard again (B71)")
    func resumes() {
        bench.answered("Ann")
        let bob = bench.ring("Bob")
        bench.actions?.choose(.holdAndAnswer, for: bob)
        bench.clock.settle()
        _ = bench.news()
        bench.actions?.end(bob)
        bench.clock.settle()
        #expect(bench.news() == ["end Bob", "unhold Ann"])
        #expect(bench.shown == ["Ann active"])
    }

    @Test("When its other side ends it, nothing resumes by itself (B71)")
    func stays() {
        bench.answered("Ann")
        let bob = bench.ring("Bob")
        bench.actions?.choose(.holdAndAnswer, for: bob)
        bench.clock.settle()
        _ = bench.news()
        bench.system.reportEnded(bob, at: nil, reason: .remote)
        bench.clock.settle()
        #expect(bench.news() == ["audio off"])
        #expect(bench.shown == ["Ann held"])
    }

    @Test("A call that connects takes the place of one that was not put on hold (B43)")
    func displaced() {
        bench.dialled("Ann")
        _ = bench.news()
        bench.dialled("Bob")
        #expect(bench.news() == ["accepted", "start Bob", "end Ann"])
        #expect(bench.shown == ["Bob active"])
    }

    @Test("An app that cannot hold the call loses it to the one that was answered (B92)")
    func slowHold() {
        bench.answered("Ann")
        bench.onPerform = { [bench] in
            if case .setHeld = $0.kind {
                bench.system.fail($0.id)
            } else {
                bench.system.fulfill($0.id, at: nil)
            }
        }
        _ = bench.news()
        bench.actions?.choose(.holdAndAnswer, for: bench.ring("Bob"))
        bench.clock.settle()
        #expect(bench.news() == ["hold Ann", "answer Bob", "hold Ann", "end Ann"])
        #expect(bench.shown == ["Bob active"])
    }

    @Test("Joined calls are one conference, of the oldest's name; both are heard (B86)")
    func joins() {
        let ann = bench.answered("Ann")
        let bob = bench.ring("Bob")
        bench.actions?.choose(.holdAndAnswer, for: bob)
        bench.clock.settle()
        _ = bench.news()
        bench.actions?.setGroup(with: ann, of: bob)
        bench.clock.settle()
        #expect(bench.news() == ["unhold Ann", "join Bob"])
        #expect(bench.shown == ["Ann active", "Bob active"])
        #expect(bench.content?.calls.map(\.group) == [ann, ann])
        bench.actions?.setGroup(with: nil, of: ann)
        bench.clock.settle()
        #expect(bench.content?.calls.map(\.group) == [nil, nil])
        #expect(bench.content?.calls.count { $0.state == .active } == 1)
    }

    @Test("A conference has as many calls as the configuration says")
    func conferenceLimit() {
        let bench = InAppBench()
        bench.configuration.features = [.holding, .grouping]
        let ann = bench.answered("Ann")
        let bob = bench.ring("Bob")
        bench.actions?.choose(.holdAndAnswer, for: bob)
        bench.clock.settle()
        #expect(bench.request([(bob, .setGroup(with: ann))]) == .invalidRequest)
    }

    @Test("No more calls ring than the table takes")
    func many() {
        for number in 0..<InAppCallTable.limit { bench.ring("\(number)") }
        var answers: [CallError?] = []
        bench.reportIncoming(named: "one more") { answers.append($0) }
        bench.clock.settle()
        #expect(answers == [.tooManyCalls])
    }
}
