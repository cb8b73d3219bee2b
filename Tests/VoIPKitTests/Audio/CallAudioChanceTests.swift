// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import VoIPKit

/// What an engine and a session would have become, and whether they were used in order.
private struct Model {
    var isRaised = false
    var runs = false
    var rings = false
    var faults: [String] = []

    mutating func apply(_ effect: CallAudioEffect) {
        switch effect {
        case .startEngine:
            if runs { faults.append("started twice") }
            if !isRaised { faults.append("started without a session") }
            runs = true
        case .stopEngine:
            if !runs { faults.append("stopped what did not run") }
            if rings { faults.append("stopped while it rang") }
            runs = false
        case .setRingback(let isOn):
            if !runs { faults.append("ringback of an engine that does not run") }
            if rings == isOn { faults.append("ringback said twice") }
            rings = isOn
        case .overrideSpeaker:
            if !isRaised { faults.append("an override of no session") }
        case .rebuildEngine:
            if runs { faults.append("rebuilt while it ran") }
        case .configure, .activate, .tellRoute: break
        }
    }
}

@Suite("CallAudioCore: any events in any order") struct CallAudioChanceTests {
    private static let events: [CallAudioEvent] =
        [true, false].flatMap { flag -> [CallAudioEvent] in
            [
                .prepared(hasVideo: flag), .speakerAsked(flag), .ringbackAsked(flag),
                .interruptionEnded(shouldResume: flag), .callsChanged(hasVideo: flag),
            ]
        } + [
            .activated(.system), .activated(.app), .deactivated(.system), .deactivated(.app),
            .interruptionBegan, .servicesLost, .servicesReset, .callsEnded,
            .callsChanged(hasVideo: nil), .routeChanged(.override, .speaker),
            .routeChanged(.override, .receiver), .routeChanged(.category, .receiver),
            .routeChanged(.category, .speaker), .routeChanged(.device, .headset),
            .routeChanged(.other, .receiver),
        ]

    @Test("the engine is used in order whatever happens", arguments: UInt64(1)...40)
    func order(seed: UInt64) {
        var dice = Dice(seed: seed)
        var core = CallAudioCore(route: .receiver)
        var model = Model()
        for step in 0..<2_000 {
            let event = Self.events[dice.roll(Self.events.count)]
            let effects = core.handle(event)
            // An interrupted or lost session is lowered by the system.
            model.isRaised = core.state.isActive || (model.runs && effects.contains(.stopEngine))
            for effect in effects {
                model.apply(effect)
                // One start in five fails.
                if effect == .startEngine, dice.roll(5) == 0 {
                    model.runs = false
                    for effect in core.handle(.engineFailed) { model.apply(effect) }
                    break
                }
            }
            let state = core.state
            #expect(model.faults.isEmpty, "seed \(seed), step \(step), \(event)")
            #expect(state.isRunning == model.runs, "seed \(seed), step \(step), \(event)")
            #expect(state.isRingingBack == model.rings, "seed \(seed), step \(step), \(event)")
            #expect(!state.isRunning || state.isActive, "seed \(seed), step \(step), \(event)")
            guard model.faults.isEmpty else { return }
        }
    }
}
