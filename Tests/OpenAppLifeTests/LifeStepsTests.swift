// SPDX-License-Identifier: Apache-2.0
import CallModel
import Testing

@testable import OpenAppLife

/// What an app is to hear, without an app and without a phone.
@Suite struct LifeStepsTests {
    private let back = AppLife(stage: .background)
    private let over = AppLife(stage: .inactive)
    private let front = AppLife(stage: .active)
    private let locked = AppLife(stage: .background, isProtectedDataAvailable: false)

    private func wish(_ number: Int) -> StartCallIntent {
        StartCallIntent(handle: Handle(kind: .phoneNumber, value: "\(number)"))
    }

    private func steps(
        scenes: Bool = false, _ events: LifeSteps.Event...
    ) -> [LifeSteps.Step] {
        var steps = LifeSteps(hasScenes: scenes)
        return events.flatMap { steps.take($0) }
    }

    @Test("B120: a push launches the app in the background, with no options")
    func push() {
        #expect(steps(.lifeChanged(back)) == [.place(back), .launch(nil)])
        #expect(steps(.linkLost) == [.place(back), .launch(nil)])
        #expect(steps(.lifeChanged(locked)) == [.place(locked), .launch(nil)])
    }

    @Test("An app that a person opens launches inactive, and then becomes active")
    func opened() {
        #expect(
            steps(.lifeChanged(front)) == [
                .place(over), .launch(nil), .place(front), .didBecomeActive,
            ])
        #expect(
            steps(scenes: true, .lifeChanged(front)) == [
                .place(over), .launch(nil), .connectScene([]), .willEnterForeground,
                .place(front), .didBecomeActive,
            ])
    }

    @Test("B112: a cold call is among the launch options, and told before the app becomes active")
    func coldCall() {
        #expect(
            steps(.startCall(wish(1)), .startCall(wish(2)), .lifeChanged(front)) == [
                .place(over), .launch(wish(1)), .continue(wish(1), isOfLaunch: true),
                .continue(wish(2), isOfLaunch: false), .place(front), .didBecomeActive,
            ])
        #expect(
            steps(scenes: true, .startCall(wish(1)), .lifeChanged(front)) == [
                .place(over), .launch(nil), .connectScene([wish(1)]), .willEnterForeground,
                .place(front), .didBecomeActive,
            ])
    }

    @Test("B112: a warm call is told once, on the way to the front", arguments: [false, true])
    func warmCall(scenes: Bool) {
        var steps = LifeSteps(hasScenes: scenes)
        _ = steps.take(.lifeChanged(front))
        _ = steps.take(.lifeChanged(back))
        #expect(steps.take(.startCall(wish(1))).isEmpty)
        #expect(
            steps.take(.lifeChanged(front)) == [
                .willEnterForeground, .place(over), .continue(wish(1), isOfLaunch: false),
                .place(front), .didBecomeActive,
            ])
        #expect(steps.take(.startCall(wish(2))) == [.continue(wish(2), isOfLaunch: false)])
        #expect(steps.take(.lifeChanged(front)).isEmpty)
    }

    @Test("An app with scenes that a push has launched gets its scene with the first way to front")
    func lateScene() {
        var steps = LifeSteps(hasScenes: true)
        #expect(steps.take(.lifeChanged(back)) == [.place(back), .launch(nil)])
        #expect(steps.take(.startCall(wish(1))).isEmpty)
        #expect(
            steps.take(.lifeChanged(front)) == [
                .connectScene([wish(1)]), .willEnterForeground, .place(over), .place(front),
                .didBecomeActive,
            ])
    }

    @Test("B28: a lock tells of the back before the data goes, an unlock of the data first")
    func lock() {
        let dark = AppLife(stage: .background, isProtectedDataAvailable: false)
        var steps = LifeSteps(hasScenes: false)
        _ = steps.take(.lifeChanged(front))
        #expect(
            steps.take(.lifeChanged(dark)) == [
                .willResignActive, .place(over), .place(back), .didEnterBackground,
                .protectedDataWillBecomeUnavailable, .place(dark),
            ])
        #expect(
            steps.take(.lifeChanged(front)) == [
                .place(back), .protectedDataDidBecomeAvailable, .willEnterForeground,
                .place(over), .place(front), .didBecomeActive,
            ])
    }

    @Test("B112: on a locked phone a call is told in the back, where nothing comes to the front")
    func lockedCall() {
        #expect(
            steps(.startCall(wish(1)), .lifeChanged(locked)) == [
                .place(locked), .launch(wish(1)), .continue(wish(1), isOfLaunch: true),
            ])
        #expect(
            steps(scenes: true, .startCall(wish(1)), .lifeChanged(locked)) == [
                .place(locked), .launch(nil), .connectScene([wish(1)]),
            ])
        #expect(
            steps(.lifeChanged(locked), .startCall(wish(1))).last
                == .continue(wish(1), isOfLaunch: false))
        #expect(
            steps(.lifeChanged(back), .startCall(wish(1)), .lifeChanged(locked)).last
                == .continue(wish(1), isOfLaunch: false))
    }

    @Test("What lies over the app makes it inactive and no more; a lost phone changes nothing")
    func over_() {
        var steps = LifeSteps(hasScenes: false)
        _ = steps.take(.lifeChanged(front))
        #expect(steps.take(.lifeChanged(over)) == [.willResignActive, .place(over)])
        #expect(steps.take(.linkLost).isEmpty)
        #expect(steps.take(.lifeChanged(front)) == [.place(front), .didBecomeActive])
    }

    @Test("An app that is closed goes to the back first; one that never launched hears nothing")
    func closing() {
        #expect(steps(.closing).isEmpty)
        #expect(
            steps(.lifeChanged(front), .closing).suffix(5) == [
                .willResignActive, .place(over), .place(back), .didEnterBackground,
                .willTerminate,
            ])
        #expect(
            steps(.lifeChanged(front), .closing)
                == steps(.lifeChanged(front), .closing, .lifeChanged(front), .closing))
    }

    @Test("Wishes that wait have an end: the oldest goes")
    func bound() {
        var steps = LifeSteps(hasScenes: false)
        for number in 0..<20 { _ = steps.take(.startCall(wish(number))) }
        let told = steps.take(.lifeChanged(front)).compactMap { step in
            if case .continue(let intent, _) = step { intent } else { nil }
        }
        #expect(told == (4..<20).map(wish))
    }

    @Test("From every place to every other, each step finds the app where it belongs")
    func everyWay() {
        let places = AppLife.Stage.allCases.flatMap { stage in
            [true, false].map { AppLife(stage: stage, isProtectedDataAvailable: $0) }
        }
        for scenes in [false, true] {
            for first in places {
                for second in places {
                    for third in places {
                        let all = [first, second, third]
                        var steps = LifeSteps(hasScenes: scenes)
                        let taken = all.flatMap { steps.take(.lifeChanged($0)) }
                        let way = Way(taken)
                        #expect(way.breach == nil, "\(all): \(taken)")
                        #expect(way.place == third, "\(all): \(taken)")
                    }
                }
            }
        }
    }
}

/// Goes through steps as an app would, and finds those that do not belong where it is.
private struct Way {
    var place = AppLife()
    var breach: LifeSteps.Step?
    private var isLaunched = false

    init(_ steps: [LifeSteps.Step]) {
        for step in steps {
            if !fits(step), breach == nil { breach = step }
            if case .place(let next) = step { place = next }
            if case .launch = step { isLaunched = true }
        }
    }

    private func fits(_ step: LifeSteps.Step) -> Bool {
        switch step {
        case .launch: !isLaunched && place.stage != .active
        case .connectScene: isLaunched && place.stage != .active
        case .willEnterForeground: isLaunched && place.stage != .active
        case .continue:
            isLaunched && (place.stage != .background || !place.isProtectedDataAvailable)
        case .didBecomeActive, .willResignActive: isLaunched && place.stage == .active
        case .didEnterBackground: isLaunched && place.stage == .background
        case .protectedDataDidBecomeAvailable: isLaunched && place.isProtectedDataAvailable
        case .protectedDataWillBecomeUnavailable: isLaunched && place.isProtectedDataAvailable
        case .place(let next): abs(next.stage.number - place.stage.number) <= 1
        case .willTerminate: place.stage == .background
        }
    }
}

extension AppLife.Stage {
    fileprivate var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
