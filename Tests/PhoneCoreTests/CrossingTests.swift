// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// What an app says and what its person wants, crossing each other on the way.
@Suite struct CrossingTests {
    /// A phone whose app has dialled a call, with the Start still pending.
    private func dialled(_ number: UInt64 = 1, on driver: inout PhoneDriver) {
        let start = CallAction.Start(handle: Handle(kind: .generic, value: "x"))
        _ = driver.request([action(number, .start(start), call(number))])
    }

    private func state(of number: UInt64, _ driver: PhoneDriver) -> CallSummary.State? {
        driver.phone.calls.first { $0.id == call(number) }?.state
    }

    @Test("B33: a connection that is reported before the Start is fulfilled counts from then on")
    func earlyConnection() {
        var driver = PhoneDriver.running()
        dialled(on: &driver)
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        #expect(state(of: 1, driver) == .connecting)
        #expect(!driver.steps.contains(.audioActivated))
        let reported = driver.now.wall
        driver.advance(.seconds(2))
        driver.fulfilAll()
        #expect(state(of: 1, driver) == .connected)
        #expect(driver.phone.calls.first?.connected == reported)
        #expect(driver.steps.contains(.audioActivated))
        // The unmute of B95 comes as well.
        #expect(driver.performed().map(\.kind).last == .setMuted(false))
    }

    @Test("A call that is being ended takes nobody's place when it connects")
    func endingConnects() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        dialled(2, on: &driver)
        driver.fulfilAll()
        _ = driver.user(.end(call(2)))
        driver.clear()
        driver.app(.reportConnected(PhoneDriver.provider, call(2), at: nil))
        #expect(driver.performed().isEmpty, "neither an End of the first call nor an unmute")
        #expect(state(of: 1, driver) == .connected)
    }

    @Test("B69: an answer that is fulfilled after its person hung up raises no audio")
    func endingIsSilent() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(nil))
        _ = driver.user(.end(nil))
        let answer = driver.performed().first { $0.kind == .answer }
        if let answer { driver.app(.completeAction(answer.id, .fulfilled(at: nil))) }
        #expect(!driver.steps.contains(.audioActivated))
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("A call that its app ends before its row is safe does not ring")
    func endedBeforeRinging() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        _ = driver.reportIncoming(call(1))
        _ = driver.request([action(9, .end, call(1))])
        driver.apply(.recorded(RecordTicket(1), true))
        #expect(state(of: 1, driver) == .ending)
        #expect(!driver.steps.contains(.callRinging))
        driver.fulfilAll()
        #expect(driver.phone.calls.isEmpty)
    }

    @Test("B25, B42: a decline that its app fails leaves a call that waits no longer than others")
    func failedDecline() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.end(nil))
        if let end = driver.performed().last { driver.app(.completeAction(end.id, .failed)) }
        #expect(state(of: 1, driver) == .ringing)
        driver.clear()
        driver.advance(.seconds(60))
        #expect(driver.performed().map(\.kind) == [.end])
        driver.fulfilAll()
        #expect(driver.recents.last?.outcome == .unanswered)
    }

    @Test("B54: an answer to a call that is being declined means nothing")
    func answersDeclined() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.end(nil))
        let request = driver.request([action(9, .answer, call(1))])
        #expect(driver.answer(to: request) == .transaction(.invalidAction))
    }

    @Test("B109: an observer sees no end of a call whose beginning it has not seen")
    func unseenEnd() {
        var driver = PhoneDriver.running()
        driver.storesAtOnce = false
        _ = driver.reportIncoming(call(1))
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.observed.isEmpty)
    }
}
