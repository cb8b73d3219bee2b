// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

@Suite final class AppStateCallsAndPushesTests: StateSteps {
    var state = AppState()
    let provider = ProviderID(1)
    let push = PushNotice(
        id: PushID(high: 0, low: 1),
        type: voipPushType,
        payload: Bytes([]),
        mustReport: true
    )
    let now = MonotonicTime(nanoseconds: 7)

    init() {
        var effects: [AppEffect] = []
        let welcome = AppWelcome(version: protocolVersion, bundle: "a", timeouts: ActionTimeouts())
        state.register(provider, ProviderConfiguration(), into: &effects)
        _ = state.beginOpening()
        state.opened(into: &effects)
        state.apply(.welcome(welcome), into: &effects)
    }

    // MARK: Calls

    @Test("Observing is asked for once")
    func observing() {
        #expect(
            effects {
                $0.observe(into: &$1)
                $0.observe(into: &$1)
            } == [.send(.observeCalls)]
        )
    }

    @Test("The first snapshot only informs; a later one tells what it changed")
    func snapshots() {
        let (first, second) = (observed(1), observed(2))
        #expect(apply(.calls([first, second])) == [.callsKnown])
        #expect(state.calls == [first, second])
        var changed = second
        changed.hasConnected = true
        #expect(
            apply(.calls([changed, observed(3)])) == [
                .callChanged(ended(first)), .callChanged(changed), .callChanged(observed(3)),
                .callsKnown,
            ]
        )
    }

    @Test("B107, B109: a call is told as the phone says it; an ended one once, and it is then gone")
    func changes() {
        apply(.calls([]))
        var call = observed(1)
        #expect(apply(.callChanged(call)) == [.callChanged(call)])
        // With the same flags, on a time-out (B110).
        #expect(apply(.callChanged(call)) == [.callChanged(call)])
        call.hasConnected = true
        #expect(apply(.callChanged(call)) == [.callChanged(call)])
        #expect(state.calls == [call])
        call.hasEnded = true
        #expect(apply(.callChanged(call)) == [.callChanged(call)])
        #expect(state.calls == [])
        #expect(apply(.callChanged(call)) == [])
    }

    // MARK: Push types and tokens

    @Test("B117: the phone hears of all registries' types together, sorted, when that changes")
    func desiring() {
        #expect(
            effects {
                $0.desire(["b", "a"], of: RegistryID(1), into: &$1)
                $0.desire(["a"], of: RegistryID(2), into: &$1)
                $0.desire(["c"], of: RegistryID(2), into: &$1)
                $0.desire([], of: RegistryID(1), into: &$1)
            } == [
                .send(.desirePushTypes(["a", "b"])),
                .send(.desirePushTypes(["a", "b", "c"])),
                .send(.desirePushTypes(["c"])),
            ]
        )
    }

    @Test("B117: a token goes to each registry that wants it, and to a later one at once")
    func tokens() {
        let token = Bytes([1, 2])
        effects {
            $0.desire([voipPushType], of: RegistryID(1), into: &$1)
            $0.desire(["other"], of: RegistryID(2), into: &$1)
        }
        #expect(
            apply(.pushToken(voipPushType, token))
                == [.registry(RegistryID(1), .token(voipPushType, token))]
        )
        #expect(
            effects { $0.desire(["other", voipPushType], of: RegistryID(2), into: &$1) }
                == [.registry(RegistryID(2), .token(voipPushType, token))]
        )
        #expect(effects { $0.desire([voipPushType], of: RegistryID(1), into: &$1) } == [])
    }

    @Test("B118: a token that is invalidated is forgotten and told")
    func invalidation() {
        effects { $0.desire([voipPushType], of: RegistryID(1), into: &$1) }
        apply(.pushToken(voipPushType, Bytes([1])))
        #expect(
            apply(.pushTokenInvalidated(voipPushType))
                == [.registry(RegistryID(1), .tokenInvalidated(voipPushType))]
        )
        #expect(state.tokens == [:])
    }

    @Test("A token that nobody wants any more is forgotten")
    func unwanted() {
        effects { $0.desire([voipPushType], of: RegistryID(1), into: &$1) }
        apply(.pushToken(voipPushType, Bytes([1])))
        effects { $0.desire([], of: RegistryID(1), into: &$1) }
        #expect(state.tokens == [:])
    }

    @Test("A push is for the oldest registry of its type")
    func receiver() {
        #expect(apply(.push(push)) == [])
        effects {
            $0.desire([voipPushType], of: RegistryID(2), into: &$1)
            $0.desire([voipPushType], of: RegistryID(1), into: &$1)
        }
        #expect(apply(.push(push)) == [.registry(RegistryID(1), .push(push))])
    }

    // MARK: The duty to report

    @Test("B121: a push whose delegate returns without a report is a breach")
    func breach() {
        #expect(begin(push) == [.send(.pushReceived(push.id, at: now))])
        #expect(end(push, isBreach: true) == [.send(.pushHandled(push.id, isReported: false))])
        #expect(end(push, isBreach: false) == [])
    }

    @Test("B121: a report while the delegate runs fulfils the duty and names the push")
    func reported() {
        begin(push)
        #expect(report(1) == push.id)
        #expect(end(push, isBreach: false) == [.send(.pushHandled(push.id, isReported: true))])
        #expect(report(2) == nil)
    }

    @Test("B67: a report that fails before it is sent counts as made")
    func failedReport() {
        begin(push)
        effects { _ = $0.reportIncomingCall(ProviderID(9), call(1), CallUpdate(), into: &$1) }
        end(push, isBreach: false)
    }

    @Test("B129: a push that obliges to nothing is no breach")
    func exempt() {
        var push = push
        push.mustReport = false
        begin(push)
        #expect(end(push, isBreach: false) == [.send(.pushHandled(push.id, isReported: false))])
    }

    @Test("Of two pushes that run at once each needs its own report; the oldest is served first")
    func two() {
        var other = push
        other.id = PushID(high: 0, low: 2)
        begin(push)
        begin(other)
        #expect(report(1) == push.id)
        #expect(report(2) == other.id)
        #expect(report(3) == other.id)
        end(push, isBreach: false)
        end(other, isBreach: false)
    }

    // MARK: The rest

    @Test("A pong and an order to end are passed on")
    func passedOn() {
        #expect(apply(.pong(3)) == [.pong(3)])
        #expect(apply(.terminate(.closedByUser)) == [.terminate(.closedByUser)])
    }

    @Test("Time-outs are the phone's, once it has said")
    func timeouts() {
        #expect(AppState().timeouts == ActionTimeouts())
        var timeouts = ActionTimeouts()
        timeouts.answer = .seconds(1)
        var state = AppState()
        var effects: [AppEffect] = []
        _ = state.beginOpening()
        state.opened(into: &effects)
        state.apply(
            .welcome(AppWelcome(version: protocolVersion, bundle: "a", timeouts: timeouts)),
            into: &effects
        )
        #expect(state.timeouts == timeouts)
    }
}

extension AppStateCallsAndPushesTests {
    @discardableResult
    func begin(_ push: PushNotice) -> [AppEffect] {
        effects { $0.beginPush(push, at: now, into: &$1) }
    }

    @discardableResult
    func end(_ push: PushNotice, isBreach: Bool) -> [AppEffect] {
        var result = false
        let effects = effects { result = $0.endPush(push.id, into: &$1) }
        #expect(result == isBreach)
        return effects
    }

    /// The push that a report carries.
    func report(_ number: UInt64) -> PushID? {
        let told = effects {
            _ = $0.reportIncomingCall(provider, call(number), CallUpdate(), into: &$1)
        }
        guard case .send(.reportIncomingCall(let report))? = told.first else { return nil }
        return report.push
    }

    func call(_ number: UInt64) -> CallID { CallID(high: 0, low: number) }
    func observed(_ number: UInt64) -> ObservedCall { ObservedCall(id: call(number)) }

    func ended(_ call: ObservedCall) -> ObservedCall {
        var call = call
        call.hasEnded = true
        return call
    }
}
