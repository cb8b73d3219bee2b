// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

@Suite struct ActionTests {
    @Test(
        "B18, B35: an answer left open times out after 60 s: timedOut, an observer change, then End"
    )
    func answerTimesOut() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(nil))
        driver.clear()
        driver.advance(.seconds(60))
        let notices = driver.notices()
        guard case .timedOut? = notices.first, case .callChanged? = notices.dropFirst().first,
            case .perform(_, let transaction)? = notices.dropFirst(2).first
        else {
            Issue.record("\(notices)")
            return
        }
        #expect(transaction.actions.map(\.kind) == [.end])
        driver.fulfilAll()
        #expect(driver.recents.last?.outcome == .failed)
    }

    @Test("B39, B40: only the first completion counts, and unknown actions change nothing")
    func firstCompletion() {
        var driver = PhoneDriver.running()
        _ = driver.reportIncoming(call(1))
        _ = driver.user(.answer(nil))
        let id = driver.performed()[0].id
        driver.app(.completeAction(id, .fulfilled(at: nil)))
        let after = driver.phone
        driver.app(.completeAction(id, .failed))
        driver.app(.completeAction(ActionID(high: 0, low: 0), .failed))
        #expect(driver.phone == after)
    }

    @Test("B42: a failed answer ends the call as failed; a failed end leaves it")
    func failures() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        _ = driver.user(.end(nil))
        driver.app(.completeAction(driver.performed().last!.id, .failed))
        #expect(driver.phone.calls.map(\.state) == [.connected])
        driver.app(.reportEnded(PhoneDriver.provider, call(1), at: nil, .remoteEnded))
        _ = driver.reportIncoming(call(2))
        _ = driver.user(.answer(nil))
        driver.app(.completeAction(driver.performed().last!.id, .failed))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .failed)
    }

    @Test("An end that the app does not complete ends the call all the same")
    func endTimesOut() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        _ = driver.user(.end(nil))
        driver.advance(.seconds(5))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.last?.outcome == .ended)
        #expect(driver.steps.last == .recentsRecorded)
    }

    @Test(
        "An unimplemented method fails the action, or fulfils it, or lets it wait, as the rules say"
    )
    func unimplemented() {
        for (rule, state) in [
            (SystemRules.UnimplementedAction.fails, CallSummary.State?.none),
            (.fulfils, .connected),
            (.waits, .connecting),
        ] {
            var rules = SystemRules()
            rules.unimplementedAction = rule
            var driver = PhoneDriver.running(rules: rules)
            _ = driver.reportIncoming(call(1))
            _ = driver.user(.answer(nil))
            driver.app(.completeAction(driver.performed()[0].id, .unimplemented))
            #expect(driver.phone.calls.first?.state == state)
        }
    }

    @Test("B46, B47: a request is accepted first, then comes back as a transaction of the same ids")
    func request() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        driver.clear()
        let request = driver.request([action(1, .end, call(1))])
        guard case .answered(request, nil)? = driver.notices().first,
            case .perform(_, let transaction)? = driver.notices().dropFirst().first
        else {
            Issue.record("\(driver.notices())")
            return
        }
        #expect(transaction.actions.map(\.id) == [ActionID(high: 3, low: 1)])
    }

    @Test(
        "B49, B50, B51, B53, B54, B55: each refused transaction gets its own error",
        arguments: [
            ([], RequestTransactionError.emptyTransaction),
            ([action(1, .end, call(9))], .unknownCallUUID),
            (
                [action(1, .start(.init(handle: Handle(kind: .generic, value: "x"))), call(1))],
                .callUUIDAlreadyExists
            ),
            ([action(1, .answer, call(1))], .invalidAction),
            ([action(1, .end, call(1)), action(1, .end, call(1))], .invalidAction),
            (
                [action(1, .start(.init(handle: Handle(kind: .generic, value: "x"))), call(2))],
                .maximumCallGroupsReached
            ),
        ])
    func refused(actions: [CallAction], error: RequestTransactionError) {
        var driver = PhoneDriver.running(groups: 1)
        driver.connect(call(1))
        let request = driver.request(actions)
        #expect(driver.answer(to: request) == .some(.transaction(error)))
        driver.app(.invalidateProvider(PhoneDriver.provider))
        let second = driver.request([action(2, .end, call(1))])
        #expect(driver.answer(to: second) == .some(.transaction(.unknownCallProvider)))
    }

    @Test("A transaction that ends a call makes room for the one it starts")
    func endAndStart() {
        var driver = PhoneDriver.running(groups: 1)
        driver.connect(call(1))
        let request = driver.request([
            action(1, .end, call(1)),
            action(2, .start(.init(handle: Handle(kind: .generic, value: "x"))), call(2)),
        ])
        #expect(driver.answer(to: request) == .some(nil))
        driver.fulfilAll()
        #expect(driver.phone.calls.map(\.id) == [call(2)])
    }

    @Test("B33, B107: an outgoing call starts, is dialled, connects when the provider says so")
    func outgoing() {
        var driver = PhoneDriver.running()
        _ = driver.request([
            action(1, .start(.init(handle: Handle(kind: .generic, value: "x"))), call(1))
        ])
        driver.fulfilAll()
        #expect(driver.steps.contains(.audioActivated))
        driver.app(.reportStartedConnecting(PhoneDriver.provider, call(1), at: nil))
        driver.app(.reportConnected(PhoneDriver.provider, call(1), at: nil))
        _ = driver.user(.end(nil))
        driver.fulfilAll()
        #expect(driver.observed.map(\.isOutgoing) == [true, true, true])
        #expect(driver.observed.map(\.hasConnected) == [false, true, true])
        #expect(driver.observed.map(\.hasEnded) == [false, false, true])
    }

    @Test(
        "B81: end & accept ends the active call, then answers; hold & accept holds it, then answers"
    )
    func secondCall() {
        for (action, kinds) in [
            (UserAction.endAndAnswer(nil), [CallAction.Kind.end, .answer]),
            (.holdAndAnswer(nil), [.setHeld(true), .answer]),
            (.answer(nil), [.setHeld(true), .answer]),
        ] {
            var driver = PhoneDriver.running()
            driver.connect(call(1))
            _ = driver.reportIncoming(call(2))
            driver.clear()
            #expect(driver.user(action) == .done)
            #expect(driver.performed().map(\.kind) == kinds)
            driver.fulfilAll()
            #expect(driver.phone.calls.last?.state == .connected)
        }
    }

    @Test("B7: invalidating a provider ends its calls in failure")
    func invalidate() {
        var driver = PhoneDriver.running()
        driver.connect(call(1))
        _ = driver.reportIncoming(call(2))
        driver.app(.invalidateProvider(PhoneDriver.provider))
        #expect(driver.phone.calls.isEmpty)
        #expect(driver.recents.suffix(2).map(\.outcome) == [.failed, .failed])
        #expect(driver.steps.contains(.audioDeactivated))
    }
}
