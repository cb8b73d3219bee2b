// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneLink
import Testing

@Suite final class AppStateTests: StateSteps {
    var state = AppState()
    let provider = ProviderID(1)
    let welcome = AppWelcome(version: protocolVersion, bundle: "a", timeouts: ActionTimeouts())

    // MARK: The link

    @Test("Keeps requests until it is opened, and then sends them right behind the hello")
    func greets() {
        #expect(effects { $0.register(provider, ProviderConfiguration(), into: &$1) } == [])
        let isFirst = state.beginOpening()
        #expect(isFirst)
        let opensAgain = state.beginOpening()
        #expect(!opensAgain)
        let report = effects {
            _ = $0.reportIncomingCall(provider, call(1), CallUpdate(), into: &$1)
        }
        #expect(report == [])
        #expect(
            effects { $0.opened(into: &$1) } == [
                .send(.hello(version: protocolVersion)),
                .send(.registerProvider(provider, ProviderConfiguration())),
                .send(
                    .reportIncomingCall(
                        IncomingCallReport(
                            request: RequestID(1),
                            provider: provider,
                            call: call(1),
                            update: CallUpdate()
                        )
                    )
                ),
            ]
        )
        #expect(effects { $0.observe(into: &$1) } == [.send(.observeCalls)])
        #expect(effects { $0.apply(.welcome(welcome), into: &$1) } == [])
        #expect(state.link == .admitted(welcome))
    }

    @Test("A welcome of another version is a refusal in words")
    func otherVersion() {
        open()
        var other = welcome
        other.version = protocolVersion + 1
        let told = effects { $0.apply(.welcome(other), into: &$1) }
        guard case .refused(let reason)? = told.first else {
            Issue.record("no refusal in \(told)")
            return
        }
        #expect(reason.contains("version \(protocolVersion + 1)"))
        #expect(state.link == .refused)
    }

    @Test("A refusal fails what was sent, each in its domain, and is final")
    func refused() {
        register()
        open()
        effects {
            _ = $0.reportIncomingCall(provider, call(1), CallUpdate(), into: &$1)
            _ = $0.request(transaction([.answer]), into: &$1)
            _ = $0.setAudioActive(true, into: &$1)
        }
        #expect(
            effects { $0.apply(.refused("no bundle"), into: &$1) } == [
                .refused("no bundle"),
                .answer(RequestID(1), .incomingCall(.unknown)),
                .answer(RequestID(2), .transaction(.unknownCallProvider)),
                .answer(RequestID(3), .audioSession(.mediaServicesFailed)),
            ]
        )
        let opensAgain = state.beginOpening()
        #expect(!opensAgain)
        #expect(effects { $0.linkEnded(into: &$1) } == [])
        #expect(state.link == .refused)
    }

    @Test("Without a phone each request fails at once with Apple's error")
    func withoutPhone() {
        register()
        #expect(
            effects {
                _ = $0.reportIncomingCall(provider, call(1), CallUpdate(), into: &$1)
                _ = $0.request(transaction([.answer]), into: &$1)
                _ = $0.setAudioActive(true, into: &$1)
                $0.update(provider, call(1), CallUpdate(), into: &$1)
            } == [
                .answer(RequestID(1), .incomingCall(.unknown)),
                .answer(RequestID(2), .transaction(.unknownCallProvider)),
                .answer(RequestID(3), .audioSession(.mediaServicesFailed)),
            ]
        )
    }

    @Test("Requests that wait have a limit; the next fails")
    func waitingLimit() {
        register()
        let isFirst = state.beginOpening()
        #expect(isFirst)
        for number in 0..<AppState.waitingCountMax {
            let told = effects {
                _ = $0.request(transaction([.answer], UInt64(number)), into: &$1)
            }
            #expect(told == [])
        }
        let told = effects { _ = $0.request(transaction([.answer]), into: &$1) }
        #expect(
            told == [
                .answer(
                    RequestID(AppState.waitingCountMax + 1),
                    .transaction(.unknownCallProvider)
                )
            ]
        )
    }

    @Test(
        "B10: the end of the link resets providers, ends calls and fails what waits for an answer")
    func linkEnds() {
        admit()
        apply(.calls([ObservedCall(id: call(1))]))
        apply(.perform(provider, transaction([.end])))
        apply(.pushToken(voipPushType, Bytes([1])))
        effects { _ = $0.reportIncomingCall(provider, call(2), CallUpdate(), into: &$1) }
        #expect(
            effects { $0.linkEnded(into: &$1) } == [
                .provider(provider, .reset),
                .callChanged(ObservedCall(id: call(1), hasEnded: true)),
                .answer(RequestID(1), .incomingCall(.unknown)),
            ]
        )
        #expect(state.pending == [])
        #expect(state.calls == [])
        #expect(state.tokens == [:])
        #expect(!state.areCallsKnown)
        #expect(effects { $0.linkEnded(into: &$1) } == [])
    }

    @Test("A link that is made again stands as the app left it")
    func reopened() {
        admit()
        let audio = AudioSessionSettings(category: "c", mode: "m", options: 1)
        effects {
            $0.observe(into: &$1)
            $0.setAudio(audio, into: &$1)
            $0.desire([voipPushType], of: RegistryID(1), into: &$1)
            $0.linkEnded(into: &$1)
        }
        _ = state.beginOpening()
        #expect(
            effects { $0.opened(into: &$1) } == [
                .send(.hello(version: protocolVersion)),
                .send(.registerProvider(provider, ProviderConfiguration())),
                .send(.observeCalls),
                .send(.setAudioSession(audio)),
                .send(.desirePushTypes([voipPushType])),
            ]
        )
    }

    @Test("A severed session fails all and takes nothing more")
    func severed() {
        admit()
        effects { _ = $0.request(transaction([.answer]), into: &$1) }
        #expect(
            effects { $0.sever(into: &$1) } == [
                .answer(RequestID(1), .transaction(.unknownCallProvider))
            ]
        )
        let opensAgain = state.beginOpening()
        #expect(!opensAgain)
        #expect(effects { $0.linkEnded(into: &$1) } == [])
        #expect(effects { $0.update(provider, call(1), CallUpdate(), into: &$1) } == [])
    }

    // MARK: Providers

    @Test("B6, B7: a provider is registered, configured and invalidated")
    func providerLife() {
        admit(registering: false)
        var other = ProviderConfiguration()
        other.maximumCallGroups = 1
        #expect(
            effects {
                $0.register(provider, ProviderConfiguration(), into: &$1)
                $0.configure(provider, other, into: &$1)
                $0.invalidate(provider, into: &$1)
                $0.invalidate(provider, into: &$1)
                $0.configure(provider, other, into: &$1)
            } == [
                .send(.registerProvider(provider, ProviderConfiguration())),
                .send(.configureProvider(provider, other)),
                .send(.invalidateProvider(provider)),
            ]
        )
    }

    @Test("An invalidated provider hears of nothing and cannot report")
    func invalidated() {
        admit()
        apply(.perform(provider, transaction([.end])))
        effects { $0.invalidate(provider, into: &$1) }
        #expect(state.pending == [])
        for notice: AppNotice in [
            .providerBegan(provider), .providerReset(provider), .audioActivated(provider),
            .audioDeactivated(provider), .perform(provider, transaction([.end])),
        ] {
            #expect(apply(notice) == [])
        }
        let told = effects {
            _ = $0.reportIncomingCall(provider, call(1), CallUpdate(), into: &$1)
        }
        #expect(told == [.answer(RequestID(1), .incomingCall(.unknown))])
    }

    @Test("A process has so many providers; one more is told, and what it reports fails")
    func providerLimit() {
        admit(registering: false)
        for number in 1...Limits.providersPerProcess + 1 {
            let told = effects {
                $0.register(ProviderID(number), ProviderConfiguration(), into: &$1)
            }
            let isOver = number > Limits.providersPerProcess
            #expect(told.count == 1)
            #expect(
                (told.first == .send(.misused(.overLimit("more than 1024 providers")))) == isOver)
        }
        let last = ProviderID(Limits.providersPerProcess + 1)
        let told = effects { _ = $0.reportIncomingCall(last, call(1), CallUpdate(), into: &$1) }
        #expect(told == [.answer(RequestID(1), .incomingCall(.unknown))])
    }

    @Test("A configuration loses names that are over the limit")
    func configurationLimit() {
        admit(registering: false)
        var configuration = ProviderConfiguration()
        configuration.localizedName = String(repeating: "n", count: Limits.nameByteCount + 1)
        configuration.ringtoneSound = String(repeating: "r", count: Limits.nameByteCount)
        var sent = configuration
        sent.localizedName = nil
        #expect(
            effects { $0.register(provider, configuration, into: &$1) }
                == [
                    .send(.misused(.overLimit("a provider's name of 1025 bytes (at most 1024)"))),
                    .send(.registerProvider(provider, sent)),
                ]
        )
        configuration.localizedName = nil
        configuration.ringtoneSound? += "r"
        sent.ringtoneSound = nil
        #expect(
            effects { $0.configure(provider, configuration, into: &$1) }
                == [
                    .send(.misused(.overLimit("a ring tone's name of 1025 bytes (at most 1024)"))),
                    .send(.configureProvider(provider, sent)),
                ]
        )
    }

    @Test("Provider notices become events of a known provider")
    func providerEvents() {
        admit()
        #expect(apply(.providerBegan(provider)) == [.provider(provider, .began)])
        #expect(apply(.audioActivated(provider)) == [.provider(provider, .audioActivated)])
        #expect(apply(.audioDeactivated(provider)) == [.provider(provider, .audioDeactivated)])
        apply(.perform(provider, transaction([.end])))
        #expect(apply(.providerReset(provider)) == [.provider(provider, .reset)])
        #expect(state.pending == [])
    }

    // MARK: Actions

    @Test("B14, B39: an action is pending until its first completion")
    func completion() {
        admit()
        let given = transaction([.setHeld(true), .answer])
        #expect(apply(.perform(provider, given)) == [.provider(provider, .perform(given))])
        #expect(state.pendingTransactions(of: provider).map(\.actions) == [given.actions])
        #expect(state.pendingTransactions(of: ProviderID(2)) == [])

        let first = given.actions[0].id
        var isFirst = false
        #expect(
            effects { isFirst = $0.complete(first, .fulfilled(at: nil), into: &$1) }
                == [.send(.completeAction(first, .fulfilled(at: nil)))]
        )
        #expect(isFirst)
        #expect(state.pending.map(\.actions) == [[given.actions[1]]])
        #expect(
            effects { isFirst = $0.complete(first, .failed, into: &$1) }
                == [.send(.misused(.completedTwice(call(1), first)))]
        )
        #expect(!isFirst)

        effects { isFirst = $0.complete(given.actions[1].id, .failed, into: &$1) }
        #expect(isFirst)
        #expect(state.pending == [])
    }

    @Test("B40: an action that is nobody's cannot be completed")
    func foreignAction() {
        admit()
        var isDone = true
        #expect(effects { isDone = $0.complete(action(.end).id, .failed, into: &$1) } == [])
        #expect(!isDone)
    }

    @Test(
        "B37: an action that timed out is no longer pending; a completed one is not told"
    )
    func timeOut() {
        admit()
        let given = transaction([.end, .answer])
        apply(.perform(provider, given))
        #expect(
            apply(.timedOut(provider, given.actions[0].id))
                == [.provider(provider, .timedOut(given.actions[0]))]
        )
        effects { _ = $0.complete(given.actions[1].id, .failed, into: &$1) }
        #expect(apply(.timedOut(provider, given.actions[1].id)) == [])
        let id = given.actions[0].id
        var isDone = true
        #expect(
            effects { isDone = $0.complete(id, .fulfilled(at: nil), into: &$1) }
                == [.send(.misused(.completedAfterTimeout(call(1), id)))]
        )
        #expect(!isDone)
    }

    @Test("What was to be done to a call that the app reports ended may still be completed, once")
    func completedAfterEnd() {
        admit()
        let given = transaction([.end])
        apply(.perform(provider, given))
        effects { $0.reportEnded(provider, call(1), at: nil, .remoteEnded, into: &$1) }
        #expect(state.pending == [])
        let id = given.actions[0].id
        var isFirst = false
        #expect(
            effects { isFirst = $0.complete(id, .failed, into: &$1) }
                == [.send(.completeAction(id, .failed))]
        )
        #expect(isFirst)
        #expect(
            effects { isFirst = $0.complete(id, .failed, into: &$1) }
                == [.send(.misused(.completedTwice(call(1), id)))]
        )
        #expect(!isFirst)
    }

    @Test("B39: a method that is left out does not count as completing twice")
    func leftOutAfterCompletion() {
        admit()
        let given = transaction([.end])
        apply(.perform(provider, given))
        effects { _ = $0.complete(given.actions[0].id, .fulfilled(at: nil), into: &$1) }
        let told = effects { _ = $0.complete(given.actions[0].id, .unimplemented, into: &$1) }
        #expect(told == [])
    }

    @Test("B39: the last actions with an outcome are remembered, and none across links")
    func remembered() {
        admit()
        var ids: [ActionID] = []
        for number in 0...UInt64(AppState.doneCountMax) {
            let given = transaction([.answer], number)
            ids.append(given.actions[0].id)
            apply(.perform(provider, given))
            effects { _ = $0.complete(given.actions[0].id, .failed, into: &$1) }
        }
        #expect(effects { _ = $0.complete(ids[0], .failed, into: &$1) } == [])
        #expect(effects { _ = $0.complete(ids[1], .failed, into: &$1) }.count == 1)
        effects { $0.linkEnded(into: &$1) }
        admit()
        #expect(effects { _ = $0.complete(ids[1], .failed, into: &$1) } == [])
    }

    @Test("Of forgotten actions of ended calls only the last sixty-four are kept")
    func abandonedLimit() {
        admit()
        var ids: [ActionID] = []
        for number in 0...UInt64(AppState.abandonedCountMax) {
            let given = transaction([.answer], number)
            ids.append(given.actions[0].id)
            apply(.perform(provider, given))
            effects { $0.reportEnded(provider, call(1), at: nil, .failed, into: &$1) }
        }
        var results: [Bool] = []
        effects { results.append($0.complete(ids[0], .failed, into: &$1)) }
        effects { results.append($0.complete(ids[1], .failed, into: &$1)) }
        #expect(results == [false, true])
    }
}

// MARK: Steps

extension AppStateTests {
    func register() {
        effects { $0.register(provider, ProviderConfiguration(), into: &$1) }
    }

    func open() {
        _ = state.beginOpening()
        effects { $0.opened(into: &$1) }
    }

    func admit(registering: Bool = true) {
        if registering { register() }
        open()
        apply(.welcome(welcome))
    }

    func call(_ number: UInt64) -> CallID { CallID(high: 0, low: number) }

    func action(_ kind: CallAction.Kind, _ number: UInt64 = 1) -> CallAction {
        CallAction(
            id: ActionID(high: 1, low: number),
            call: call(1),
            kind: kind,
            timeout: WallTime(milliseconds: 0)
        )
    }

    func transaction(_ kinds: [CallAction.Kind], _ number: UInt64 = 0) -> CallTransaction {
        CallTransaction(
            id: TransactionID(high: 2, low: number),
            actions: kinds.enumerated().map { action($1, number * 100 + UInt64($0)) }
        )
    }
}
