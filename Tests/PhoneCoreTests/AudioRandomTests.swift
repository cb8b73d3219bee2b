// SPDX-License-Identifier: Apache-2.0
import CallModel
import PhoneCore
import Testing

/// Sound under whatever happens, seen from outside.
@Suite struct AudioRandomTests {
    /// Who has what, by what the apps were told.
    private struct Watch {
        var raised: Set<SessionID> = []
        var interrupted: Set<SessionID> = []
        var isMuted: [SessionID: Bool] = [:]
        var routes: [SessionID: AudioRoute] = [:]
        var activations = 0
        var interruptions = 0

        mutating func see(_ effect: PhoneEffect) -> String? {
            guard case .tell(let session, let notice) = effect else { return nil }
            switch notice {
            case .audioActivated:
                guard raised.isEmpty else { return "\(session) raised beside \(raised)" }
                raised.insert(session)
                interrupted.remove(session)
                activations += 1
            case .audioDeactivated:
                guard raised.remove(session) != nil else { return "\(session) lowered twice" }
            case .audioInterrupted(.began):
                interruptions += 1
                guard interrupted.insert(session).inserted else {
                    return "\(session) interrupted twice"
                }
            case .audioInterrupted(.ended):
                guard interrupted.remove(session) != nil else {
                    return "\(session) heard the end of no interruption"
                }
            case .audioRouteChanged(let route, _):
                guard routes[session] != route else { return "\(session) told its route twice" }
                routes[session] = route
            case .inputMuted(let isMuted):
                guard self.isMuted[session, default: false] != isMuted else {
                    return "\(session) told its mute twice"
                }
                self.isMuted[session] = isMuted
            default: break
            }
            return nil
        }

        mutating func forget(_ session: SessionID) {
            raised.remove(session)
            interrupted.remove(session)
            isMuted[session] = nil
            routes[session] = nil
        }
    }

    private static let categories = ["PlayAndRecord", "Playback", "Record", "SoloAmbient"]
    private static let accessories = AudioAccessory.allCases

    private func step(
        _ driver: inout PhoneDriver, _ watch: inout Watch, _ random: inout SplitMix64
    ) {
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let session = [PhoneDriver.session, PhoneDriver.other][pick(2)]
        let id = call(UInt64(1 + pick(6)))
        let cellular = call(UInt64(90 + pick(2)))
        let isOn = pick(2) == 0
        switch pick(22) {
        case 0, 1: _ = driver.reportIncoming(id, session: session)
        case 2: _ = driver.user(.answer(nil))
        case 3: _ = driver.user(.holdAndAnswer(nil))
        case 4: _ = driver.user(.endAndAnswer(nil))
        case 5, 6, 7: driver.fulfilAll(session: session)
        case 8: _ = driver.user(.setHeld(nil, isOn))
        case 9: _ = driver.user(.swap)
        case 10: _ = driver.user(.end(nil))
        case 11: driver.apply(.world(.cellularRang(cellular, nil, name: nil)))
        case 12: driver.apply(.world(.cellularEnded(cellular)))
        case 13:
            // An activation by hand ends an interruption without a word.
            if driver.setActive(isOn, session: session) == nil, isOn {
                watch.interrupted.remove(session)
            }
        case 14: driver.setCategory(Self.categories[pick(4)], session: session)
        case 15:
            let accessory = Self.accessories[pick(Self.accessories.count)]
            driver.apply(
                .world(isOn ? .accessoryConnected(accessory) : .accessoryDisconnected(accessory)))
        case 16:
            driver.apply(
                .world(
                    isOn ? .audioInterruptionBegan : .audioInterruptionEnded(shouldResume: true)))
        case 17: _ = driver.user(isOn ? .setSpeaker(pick(2) == 0) : .muteInput(pick(2) == 0))
        case 18: _ = driver.override(toSpeaker: isOn, session: session)
        case 19: driver.advance(.seconds(Int64(pick(8))))
        case 20:
            driver.app(
                .reportEnded(PhoneDriver.provider, id, at: nil, .remoteEnded),
                session: session)
        default: rare(pick(4), &driver, &watch, session)
        }
    }

    private func rare(
        _ kind: Int, _ driver: inout PhoneDriver, _ watch: inout Watch, _ session: SessionID
    ) {
        switch kind {
        case 0:
            driver.apply(.world(.mediaServicesReset))
        case 1:
            driver.app(.invalidateProvider(PhoneDriver.provider), session: session)
            driver.app(
                .registerProvider(PhoneDriver.provider, ProviderConfiguration()), session: session)
        case 2: driver.apply(.world(.callServiceReset))
        default:
            watch.forget(session)
            driver.apply(.appDisconnected(session))
            let isFirst = session == PhoneDriver.session
            driver.apply(
                .appConnected(session, isFirst ? PhoneDriver.bundle : PhoneDriver.otherBundle))
            driver.app(.hello(version: protocolVersion), session: session)
            driver.app(
                .registerProvider(PhoneDriver.provider, ProviderConfiguration()), session: session)
        }
    }

    @Test("Strictly in turn, never two apps at once, nothing told twice", arguments: 1...8)
    func invariants(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var driver = PhoneDriver.withTwoApps()
        var watch = Watch()
        for number in 0..<2_000 {
            // Actions that lie open with what is cleared run into their deadlines.
            if number % 50 == 0 { driver.clear() }
            let seen = driver.effects.count
            step(&driver, &watch, &random)
            for effect in driver.effects[seen...] {
                if case .tell(let session, .mediaServicesLost) = effect {
                    watch.interrupted.remove(session)
                }
                guard let fault = watch.see(effect) else { continue }
                Issue.record("seed \(seed), step \(number): \(fault)")
                return
            }
        }
        // What never happens proves nothing.
        #expect(watch.activations > 10)
        #expect(watch.interruptions > 10)
    }
}
