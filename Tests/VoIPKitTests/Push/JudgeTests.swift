// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import VoIPKit

@Suite("What a push leads to") struct JudgeTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)
    private static let id = UUID(uuidString: "00000000-0000-4000-8000-00000000000A") ?? UUID()
    private static let other = UUID(uuidString: "00000000-0000-4000-8000-00000000000B") ?? UUID()
    private static let fresh = UUID(uuidString: "00000000-0000-4000-8000-00000000000F") ?? UUID()

    private static func reading(
        _ id: UUID = id, sent: Date? = nil, expires: Date? = nil, ended: CallEndReason? = nil,
        hasIdentifier: Bool = true, from handle: String = "ann"
    ) -> VoIPPushReading {
        VoIPPushReading(
            IncomingCall(id: id, handle: CallHandle(.generic, handle), endReason: ended),
            hasIdentifier: hasIdentifier, sent: sent, expires: expires)
    }

    private static func push(at seconds: TimeInterval = 0, mustReport: Bool = true) -> VoIPPush {
        VoIPPush(payload: [:], mustReport: mustReport, received: start + seconds)
    }

    private static func call(_ state: Call.State, _ id: UUID = id) -> Call {
        Call(
            id: id, direction: .incoming, handle: nil, name: nil, hasVideo: false, state: state,
            created: start)
    }

    private static func ending(_ reason: CallEndReason) -> PushJudge.Ending {
        PushJudge.Ending(call: id, reason: reason)
    }

    private var judge = PushJudge(VoIPPushRules())

    @Test("a new call is reported, whether it must be or not", arguments: [true, false])
    mutating func new(mustReport: Bool) {
        let verdict = judge.judge(
            Self.reading(), of: Self.push(mustReport: mustReport), calls: [])
        #expect(verdict.report == Self.reading().call)
        #expect(verdict.end == nil)
    }

    @Test("an unreadable push is an unknown caller who is gone, where a report must be")
    mutating func unreadable() {
        let verdict = judge.judgeUnreadable(Self.push(), id: Self.fresh, calls: [])
        #expect(verdict.report == IncomingCall(id: Self.fresh, handle: nil, endReason: .failed))
        let free = judge.judgeUnreadable(
            Self.push(mustReport: false), id: Self.fresh, calls: [])
        #expect(free == PushJudge.Verdict())
    }

    @Test("B61: with a call going on, that one is reported again for a push without a call")
    mutating func standsIn() {
        let going = [Self.call(.ringing, UUID()), Self.call(.active, Self.other)]
        let unread = judge.judgeUnreadable(Self.push(), id: Self.fresh, calls: going)
        #expect(unread.report == IncomingCall(id: Self.other, handle: nil))
        let off = judge.judge(Self.reading(ended: .remote), of: Self.push(), calls: going)
        #expect(off.report == IncomingCall(id: Self.other, handle: nil))
        #expect(off.end == Self.ending(.remote))
        let held = judge.judgeUnreadable(
            Self.push(), id: Self.fresh, calls: [Self.call(.held, Self.other)])
        #expect(held.report?.id == Self.other)
    }

    @Test("a call that is not connected stands in for none: the system may not have it yet")
    mutating func connectingStandsIn() {
        let verdict = judge.judgeUnreadable(
            Self.push(), id: Self.fresh, calls: [Self.call(.connecting, Self.other)])
        #expect(verdict.report?.id == Self.fresh)
    }

    @Test(
        "a push of a living call is reported again and ends nothing, however late",
        arguments: [Call.State.ringing, .connecting, .active, .held])
    mutating func known(state: Call.State) {
        let late = Self.reading(sent: Self.start - 3_600, expires: Self.start - 3_000)
        let verdict = judge.judge(late, of: Self.push(), calls: [Self.call(state)])
        #expect(verdict.report == late.call)
        #expect(verdict.end == nil)
        let free = judge.judge(
            late, of: Self.push(mustReport: false), calls: [Self.call(state)])
        #expect(free == PushJudge.Verdict())
    }

    @Test("a call that rings is ended when it is called off") mutating func calledOff() {
        let verdict = judge.judge(
            Self.reading(ended: .answeredElsewhere), of: Self.push(),
            calls: [Self.call(.ringing)])
        #expect(verdict.report == Self.reading().call)
        #expect(verdict.end == Self.ending(.answeredElsewhere))
        let free = judge.judge(
            Self.reading(ended: .remote), of: Self.push(mustReport: false),
            calls: [Self.call(.ringing)])
        #expect(free == PushJudge.Verdict(report: nil, end: Self.ending(.remote)))
    }

    @Test(
        "B134: a call that was answered is not ended by a push",
        arguments: [Call.State.connecting, .active, .held])
    mutating func answered(state: Call.State) {
        let verdict = judge.judge(
            Self.reading(ended: .remote), of: Self.push(), calls: [Self.call(state)])
        #expect(verdict == PushJudge.Verdict(report: Self.reading().call, end: nil))
    }

    @Test("a call called off before it rang is reported as over, and a later push too")
    mutating func calledOffBefore() {
        let off = judge.judge(Self.reading(ended: .remote), of: Self.push(), calls: [])
        #expect(off.report == Self.reading(ended: .remote).call)
        judge.answered(Self.id)
        let late = judge.judge(
            Self.reading(sent: Self.start), of: Self.push(at: 5), calls: [])
        #expect(late.report?.endReason == .remote)
    }

    @Test("where nothing need be reported, what was called off is only told of")
    mutating func calledOffFreely() {
        let off = judge.judge(
            Self.reading(ended: .remote), of: Self.push(mustReport: false), calls: [])
        #expect(off == PushJudge.Verdict(report: nil, end: Self.ending(.remote)))
        let late = judge.judge(Self.reading(), of: Self.push(at: 1), calls: [])
        #expect(late.report?.endReason == .remote)
    }

    @Test(
        "B131: a push rings for a minute after it was sent",
        arguments: [(-5.0, nil), (0, nil), (60, nil), (60.5, .unanswered), (4_000, .unanswered)]
            as [(TimeInterval, CallEndReason?)])
    mutating func stale(age: TimeInterval, reason: CallEndReason?) {
        let reading = Self.reading(sent: Self.start - age)
        let verdict = judge.judge(reading, of: Self.push(), calls: [])
        #expect(verdict.report?.endReason == reason)
        #expect(verdict.report?.id == Self.id)
        let free = judge.judge(
            Self.reading(Self.other, sent: Self.start - age), of: Self.push(mustReport: false),
            calls: [])
        #expect((free.report == nil) == (reason != nil))
    }

    @Test("a push rings until it expires") mutating func expiry() {
        let verdict = judge.judge(
            Self.reading(expires: Self.start + 30), of: Self.push(at: 29), calls: [])
        #expect(verdict.report?.endReason == nil)
        let late = judge.judge(
            Self.reading(Self.other, expires: Self.start + 30), of: Self.push(at: 30), calls: [])
        #expect(late.report?.endReason == .unanswered)
    }

    @Test("a doubled push rings once, before and after the system has answered")
    mutating func doubled() {
        _ = judge.judge(Self.reading(), of: Self.push(), calls: [])
        let early = judge.judge(Self.reading(), of: Self.push(), calls: [])
        #expect(early.report == Self.reading().call)
        judge.answered(Self.id)
        judge.answered(Self.id)
        let over = judge.judge(Self.reading(), of: Self.push(at: 20), calls: [])
        #expect(over.report?.endReason == .remote)
        judge.answered(Self.id)
        let again = judge.judge(Self.reading(), of: Self.push(at: 90), calls: [])
        #expect(again.report?.endReason == nil, "after the window it is another call")
    }

    @Test("the same identifier with another time of sending is another call")
    mutating func reusedIdentifier() {
        _ = judge.judge(Self.reading(sent: Self.start), of: Self.push(), calls: [])
        judge.answered(Self.id)
        let again = judge.judge(
            Self.reading(sent: Self.start + 20), of: Self.push(at: 20), calls: [])
        #expect(again.report?.endReason == nil)
    }

    @Test("a push without an identifier is the call of the same caller that rings")
    mutating func nameless() {
        let first = judge.judge(
            Self.reading(hasIdentifier: false), of: Self.push(), calls: [])
        #expect(first.report?.id == Self.id)
        let doubled = judge.judge(
            Self.reading(Self.other, hasIdentifier: false), of: Self.push(at: 1), calls: [])
        #expect(doubled.report?.id == Self.id)
        let stranger = judge.judge(
            Self.reading(Self.fresh, hasIdentifier: false, from: "bob"), of: Self.push(at: 2),
            calls: [])
        #expect(stranger.report?.id == Self.fresh)
        judge.answered(Self.id)
        judge.answered(Self.id)
        let next = judge.judge(
            Self.reading(Self.other, hasIdentifier: false), of: Self.push(at: 3), calls: [])
        #expect(next.report == Self.reading(Self.other).call, "the first is over: she calls again")
    }

    @Test("a report that the system has not answered is called off after it")
    mutating func calledOffInBetween() {
        _ = judge.judge(Self.reading(), of: Self.push(), calls: [])
        let off = judge.judge(Self.reading(ended: .remote), of: Self.push(), calls: [])
        #expect(off == PushJudge.Verdict(report: Self.reading().call, end: Self.ending(.remote)))
        let late = judge.judge(Self.reading(), of: Self.push(), calls: [])
        #expect(late.report?.endReason == .remote)
    }

    @Test("of many pushes the newest are known; none is lost") mutating func many() {
        for index in 0..<1_000 {
            let id = CallIdentifier.uuid("call \(index)") ?? Self.fresh
            let verdict = judge.judge(Self.reading(id), of: Self.push(), calls: [])
            #expect(verdict.report == Self.reading(id).call)
            judge.answered(id)
        }
        let last = CallIdentifier.uuid("call 999") ?? Self.fresh
        let again = judge.judge(Self.reading(last), of: Self.push(), calls: [])
        #expect(again.report?.endReason == .remote)
    }
}
